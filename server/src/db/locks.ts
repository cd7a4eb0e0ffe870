/** Numbers of all advisory locks of this product; two uses of one number would block each other. */
export const advisoryLocks = {
  /** One process migrates at a time. */
  migrate: 4_207_001,
  /** One process seals the journal at a time. */
  seal: 4_207_002,
  /** One sandbox at a time fills a database with demo data. */
  seed: 4_207_003,
  /** One import merges at a time. */
  import: 4_207_004,
  /** Held while permission 9 may be removed, so that two requests cannot remove the last two administrators. */
  administrators: 4_207_009,
  /** Held for some numbers of agencies, which share a remainder, while text messages of theirs are stored. */
  texts: 4_207_010,
} as const
