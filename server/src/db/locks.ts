/**
 * Numbers of the advisory locks that are taken anywhere in this product. Two uses under one number would wait for
 * each other.
 */
export const advisoryLocks = {
  /** One process migrates. */
  migrate: 4_207_001,
  /** One process seals the journal. */
  seal: 4_207_002,
  /** One sandbox fills a database with demo data. */
  seed: 4_207_003,
  /** One import merges. */
  import: 4_207_004,
  /** Whoever may take permission 9 from somebody holds it, so that no two take the last two at once. */
  administrators: 4_207_009,
} as const
