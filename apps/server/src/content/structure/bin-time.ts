/** How long removed items can be restored. Source: issue 5 ("restore for 30 days"). */
export const BIN_MS = 30 * 24 * 60 * 60 * 1000;
