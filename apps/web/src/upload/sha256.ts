/**
 * SHA-256 that takes a file piece by piece, which the browser's own cannot, and that runs where the browser's own is
 * missing (plain http in a local network). WebAssembly would be faster, but the content security policy has no place
 * for it; this one keeps ahead of any network.
 *
 * Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.3.3, 6.2.
 */

const BLOCK_BYTES = 64;
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = new Int32Array(ROUNDS);
/** The same of the square roots of the first eight. */
const FIRST_STATE = new Int32Array(8);
for (let candidate = 2, count = 0; count < ROUNDS; candidate += 1) {
  if (!isPrime(candidate)) continue;
  if (count < FIRST_STATE.length) FIRST_STATE[count] = fraction32(Math.sqrt(candidate));
  ROUND_CONSTANTS[count] = fraction32(Math.cbrt(candidate));
  count += 1;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) return false;
  return true;
}

function fraction32(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** The 32 bytes; nothing can be added afterwards. */
  digest(): Uint8Array;
}

export function createSha256(): Sha256 {
  const state = FIRST_STATE.slice();
  const schedule = new Int32Array(ROUNDS);
  const rest = new Uint8Array(BLOCK_BYTES);
  const restView = new DataView(rest.buffer);
  let restBytes = 0;
  let totalBytes = 0;

  function update(bytes: Uint8Array): void {
    totalBytes += bytes.length;
    let offset = 0;
    if (restBytes > 0) {
      const taken = Math.min(BLOCK_BYTES - restBytes, bytes.length);
      rest.set(bytes.subarray(0, taken), restBytes);
      restBytes += taken;
      offset = taken;
      if (restBytes < BLOCK_BYTES) return;
      addBlock(state, schedule, restView, 0);
      restBytes = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; offset + BLOCK_BYTES <= bytes.length; offset += BLOCK_BYTES) addBlock(state, schedule, view, offset);
    rest.set(bytes.subarray(offset), 0);
    restBytes = bytes.length - offset;
  }

  function digest(): Uint8Array {
    const bits = BigInt(totalBytes) * 8n;
    const paddingBytes = ((BLOCK_BYTES + 55 - (totalBytes % BLOCK_BYTES)) % BLOCK_BYTES) + 1;
    const padding = new Uint8Array(paddingBytes + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(paddingBytes, bits);
    update(padding);
    const out = new Uint8Array(32);
    const view = new DataView(out.buffer);
    for (const [index, word] of state.entries()) view.setInt32(index * 4, word);
    return out;
  }

  return { update, digest };
}

/** One block of 64 bytes into the state. All typed-array reads are within bounds, hence `as number`. */
function addBlock(state: Int32Array, schedule: Int32Array, view: DataView, offset: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(offset + index * 4);
  for (let index = 16; index < ROUNDS; index += 1) {
    const early = schedule[index - 15] as number;
    const late = schedule[index - 2] as number;
    const sigma0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const sigma1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    schedule[index] = ((schedule[index - 16] as number) + sigma0 + (schedule[index - 7] as number) + sigma1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let index = 0; index < ROUNDS; index += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + (ROUND_CONSTANTS[index] as number) + (schedule[index] as number)) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
