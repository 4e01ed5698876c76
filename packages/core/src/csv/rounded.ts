/** @param digits after the decimal point; trailing zeros are left out. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
