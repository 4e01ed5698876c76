/** The time lost in an outage was given to those who took this quiz then. */
export interface QuizOutageGrantTable {
  site_id: number;
  quiz_id: number;
  outage_began_at: Date;
  seconds: number;
}
