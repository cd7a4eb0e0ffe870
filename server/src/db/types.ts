// Written by `npm run db:types` from the migrated schema; `npm run check` compares.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

interface AgencyTable {
  agency_id: number
  name: Generated<string>
  name_folded: Generated<string>
  version_display: Generated<string>
  is_online: Generated<boolean>
  region_id: Generated<number>
  pool_id: Generated<number>
  status: Generated<number>
  storage_mode: Generated<number>
  agency_type: Generated<number>
  onboarding_status: Generated<number>
  domains: Generated<number>
  time_zone_id: Generated<string>
  version: Generated<number>
  name_version: Generated<number>
  status_version: Generated<number>
  projected_clients: number | null
  projected_users: number | null
}

interface FeatureSwitchTable {
  name: string
  enabled: boolean
  version: Generated<number>
}

interface IdempotencyTable {
  staff_id: number
  key: string
  call: string
  body_hash: Buffer
  answer: string | null
  created_at: Timestamp
}

interface JournalTable {
  seq: GeneratedAlways<number>
  xid: Generated<string>
  at: Timestamp
  actor_kind: string
  actor: string
  session_id: number | null
  request_id: string | null
  event: string
  agency_id: number | null
  subject: string | null
  before: JsonValue | null
  after: JsonValue | null
  reason: string | null
}

interface JournalSealTable {
  seal_id: number
  from_xid: string
  to_xid: string
  entries: number
  head: Buffer
  sealed_at: Timestamp
}

interface MigrationTable {
  name: string
  digest: string
  applied_at: GeneratedTimestamp
}

interface PasskeyTable {
  passkey_id: GeneratedAlways<number>
  staff_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: Timestamp
  last_used_at: Timestamp | null
}

interface PasskeyChallengeTable {
  challenge: string
  staff_id: number
  purpose: string
  expires_at: Timestamp
}

interface RecoveryCodeTable {
  staff_id: number
  code_hash: Buffer
  used_at: Timestamp | null
}

interface SeatRequestTable {
  seat_request_id: GeneratedAlways<number>
  requested_at: Timestamp
  agency_id: number
  requested_by: string
  quantity: number
  target_seat_total: number
  first_name: string
  last_name: string
  email: string
  warnings: Generated<string>
  status: Generated<number>
  processed_by: string | null
  processed_at: Timestamp | null
  version: Generated<number>
}

interface SessionTable {
  session_id: GeneratedAlways<number>
  token_hash: Buffer
  staff_id: number
  restricted: Generated<boolean>
  created_at: Timestamp
  authenticated_at: Timestamp
  last_input_at: Timestamp
  expires_at: Timestamp
  hard_end_at: Timestamp
  ended_at: Timestamp | null
  address: Generated<string>
  user_agent: Generated<string>
}

interface SignInAddressTable {
  address: string
  attempts: number
  window_start: Timestamp
}

interface SignInFailureTable {
  name_hash: Buffer
  failures: number
  window_start: Timestamp
  locked_until: Timestamp | null
}

interface StaffTable {
  staff_id: GeneratedAlways<number>
  username: string
  first_name: Generated<string>
  last_name: Generated<string>
  password_hash: string | null
  password_changed_at: Timestamp | null
  status: Generated<number>
  mfa: Generated<number>
  permissions: Generated<number[]>
  version: Generated<number>
  created_at: Timestamp
  permissions_version: Generated<number>
  totp_secret: Buffer | null
  totp_pending: Buffer | null
  totp_last_step: Generated<number>
}

export interface Database {
  agency: AgencyTable
  feature_switch: FeatureSwitchTable
  idempotency: IdempotencyTable
  journal: JournalTable
  journal_seal: JournalSealTable
  migration: MigrationTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  recovery_code: RecoveryCodeTable
  seat_request: SeatRequestTable
  session: SessionTable
  sign_in_address: SignInAddressTable
  sign_in_failure: SignInFailureTable
  staff: StaffTable
}
