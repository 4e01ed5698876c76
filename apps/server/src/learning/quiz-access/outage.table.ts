/** Records that the time lost in an outage was granted to people who were taking this quiz. */
export interface QuizOutageGrantTable {
  site_id: number;
  quiz_id: number;
  outage_began_at: Date;
  seconds: number;
}
