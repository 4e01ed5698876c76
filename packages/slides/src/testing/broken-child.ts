/** For tests of the sandbox: a script that cannot even start. */
throw new Error("something that it needs is not installed");
