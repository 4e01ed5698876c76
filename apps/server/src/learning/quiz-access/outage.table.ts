/** One row: when a server of the installation lived last. */
export interface ServerHeartbeatTable {
  id: number;
  beat_at: Date;
}

/** A time in which no server could write to the database. */
export interface ServerOutageTable {
  began_at: Date;
  ended_at: Date;
}

/** The time lost in an outage was given to those who took this quiz then. */
export interface QuizOutageGrantTable {
  site_id: number;
  quiz_id: number;
  outage_began_at: Date;
  seconds: number;
}
