/** A copy of a file with one number changed. @param size number of bytes of the number. */
export function withNumber(
  bytes: Buffer,
  at: number,
  size: 2 | 4 | 8,
  value: number,
  order: "little" | "big" = "little",
): Buffer {
  const changed = Buffer.from(bytes);
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(value));
  const big = number.subarray(8 - size);
  (order === "big" ? big : big.reverse()).copy(changed, at);
  return changed;
}
