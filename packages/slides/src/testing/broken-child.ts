/** For sandbox tests: a script that cannot even start. */
throw new Error("something that it needs is not installed");
