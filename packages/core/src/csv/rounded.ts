/** @param digits number of digits after the decimal point; trailing zeros are omitted. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
