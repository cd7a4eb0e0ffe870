// Written by `npm run db:types` from the migrated schema; `npm run check` compares.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

interface ActivityDayTable {
  day: string
  category: string
  change: number
}

interface ActivityEventTable {
  event_id: Generated<number>
  at: Timestamp
  category: string
  agency_id: number
  change: number
  xid: Generated<string>
}

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
  storage_mode_version: Generated<number>
  folder_compliance: Generated<JsonValue>
  name_changed_by: string | null
  name_changed_at: Timestamp | null
  status_changed_by: string | null
  status_changed_at: Timestamp | null
  storage_mode_changed_by: string | null
  storage_mode_changed_at: Timestamp | null
  main_contact: Generated<string>
  details_changed_by: string | null
  details_changed_at: Timestamp | null
}

interface AgencyCommandTable {
  command_id: GeneratedAlways<number>
  agency_id: number
  command: string
  argument: Generated<string>
  state: Generated<string>
  attempt: Generated<number>
  reason: string | null
  issued_by: string
  created_at: Timestamp
  delivered_at: Timestamp | null
  begun_at: Timestamp | null
  finished_at: Timestamp | null
  lease_until: Timestamp | null
  output: Generated<string>
  files: Generated<JsonValue>
  result: JsonValue | null
}

interface AgencyEmailEventTable {
  agency_email_event_id: GeneratedAlways<number>
  agency_id: number | null
  username: string | null
  sent_at: Timestamp
  event: number
  to_email: string
  category: number
  sg_event_id: string | null
}

interface AgencyErrorReportTable {
  agency_id: number
  told_at: Timestamp
}

interface AgencyFileTable {
  agency_id: number
  kind: string
  location: number
  file_key: string
  name: string
  place: string
  object_name: string
  size: number
  sha256: string
  file_at: Timestamp
  stored_at: Timestamp
  deleted: Generated<boolean>
  upload_id: string
  lines: Generated<number>
  line_step: Generated<number>
  line_index: Generated<number[]>
}

interface AgencyFileLeftoverTable {
  place: string
  object_name: string
  since: Timestamp
}

interface AgencyImportTable {
  import_id: GeneratedAlways<number>
  file: string
  digest: Buffer | null
  state: Generated<string>
  started_at: Timestamp
  ended_at: Timestamp | null
  agencies: Generated<number>
  refused: Generated<number>
  merged_to: Generated<number>
  inserted: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
}

interface AgencyImportLineTable {
  agency_id: number
  name: string | null
  name_folded: string | null
  version_display: string | null
  is_online: boolean | null
  region_id: number | null
  pool_id: number | null
  status: number | null
  agency_type: number | null
  domains: number | null
  onboarding_status: number | null
  time_zone_id: string | null
  main_contact: string | null
}

interface AgencyKeyTable {
  agency_id: number
  key_hash: Buffer
  previous_hash: Buffer | null
  previous_until: Timestamp | null
  rotated_at: Timestamp
  last_used_at: Timestamp | null
}

interface AgencyNameDigitsTable {
  digits: string
  agency_id: number
}

interface AgencyNamePairTable {
  term: string
  later: boolean
}

interface AgencyNameWordTable {
  term: string
  later: boolean
}

interface AgencyProductTable {
  agency_id: number
  product_id: number
  status: Generated<number>
  version: Generated<number>
  changed_by: string | null
  changed_at: Timestamp | null
  subscribed: Generated<boolean>
  started_at: Timestamp | null
  stopped_at: Timestamp | null
  opted_in: Generated<boolean>
  opt_in_at: Timestamp | null
  opt_in_initials: Generated<string>
  opt_in_name: Generated<string>
}

interface AgencyReportDraftTable {
  agency_id: number
  report: string
  report_id: string
  licensed_seats: number | null
  begun_at: Timestamp
  committed_at: Timestamp | null
  message: Generated<string>
  left_out: Generated<JsonValue>
}

interface AgencyReportNoteTable {
  agency_id: number
  report: string
  summary: string
  entries: JsonValue
  noted_at: Timestamp
}

interface AgencyReportPartTable {
  report_id: string
  part: number
  bytes: number
  entries: string
}

interface AgencySeatTable {
  agency_id: number
  username: string
  last_sign_in_at: Timestamp | null
  last_token_at: Timestamp | null
  tokens: JsonValue
  released_at: Timestamp | null
  release_command_id: number | null
  release_problem: string | null
}

interface AgencySeatsTable {
  agency_id: number
  licensed_seats: number
  reported_at: Timestamp
}

interface AgencySignInTable {
  agency_id: number
  username: string
  created_at: Timestamp
  outcome: number
  ip: string
  hostname: string
  hosting_environment: string | null
  xid: Generated<string>
  told_at: Timestamp | null
}

interface AgencySignInDayTable {
  day: string
  hosting_environment: string
  sign_ins: number
}

interface AgencySoftwareTable {
  agency_id: number
  last_seen_at: Timestamp
  version_display: Generated<string>
  host_name: Generated<string>
  protocol: Generated<number>
  capabilities: Generated<string[]>
}

interface AgencySyncErrorTable {
  agency_id: number
  position: number
  client_id: string
  failed_at: Timestamp
  code: number
  msg: string
}

interface AgencyTextingTable {
  agency_id: number
  phones: Generated<string[]>
  phones_changed_by: string
  phones_changed_at: Timestamp
  phones_version: Generated<number>
  order_id: string | null
  order_kind: string | null
  tcr_number: string | null
  tcr_created_by: string | null
  tcr_created_at: Timestamp | null
  tcr_updated_by: string | null
  tcr_updated_at: Timestamp | null
  tcr_version: Generated<number>
  version: Generated<number>
  phones_saved_at: Timestamp | null
  tcr_saved_at: Timestamp | null
  order_phone: string | null
}

interface AgencyTokenTable {
  agency_id: number
  current: JsonValue | null
  last_failure: JsonValue | null
}

interface AgencyTotalsTable {
  agency_id: number
  location: number
  totals: JsonValue
  counted_at: Timestamp
}

interface AgencyUploadTable {
  upload_id: string
  agency_id: number
  kind: string
  location: number
  client_id: string
  name: string
  size: number
  sha256: string
  file_at: Timestamp
  deleted: boolean
  command_id: number | null
  opened_at: Timestamp
  finished_at: Timestamp | null
  copied: Generated<boolean>
}

interface AgencyUploadQuotaTable {
  agency_id: number
  bytes: number
  counted_at: Timestamp
}

interface AgencyUserTable {
  agency_id: number
  username: string
  first_name: string
  last_name: string
  online: boolean
  status: number
  user_flags: number
  agency_permissions: number[]
  email_verified: boolean
  email_verified_at: Timestamp | null
  unlock_command_id: number | null
  unlock_problem: string | null
}

interface AgencyWordTable {
  word: string
  name_folded: string
  agency_id: number
}

interface AgentProtocolRetirementTable {
  protocol: number
  retires_on: string
  set_at: Timestamp
}

interface BillingRecordTable {
  event_id: number
  processed: boolean
  version: Generated<number>
  changed_by: string | null
  changed_at: Timestamp | null
}

interface CertificateTable {
  agency_id: number
  client_id: string
  told_at: Timestamp
  published: boolean
  name: Generated<string>
  user_email: Generated<string>
  policies: Generated<JsonValue>
  holders: Generated<JsonValue>
}

interface CertificateAgencyTable {
  agency_id: number
}

interface CertificateEventTable {
  agency_id: number
  event_id: string
  kind: string
  client_id: string
  told_at: Timestamp
  at: Timestamp
}

interface ClientCountDayTable {
  day: string
  at: Timestamp
  clients: number
}

interface DayCountMarkTable {
  history: string
  below_xid: string
}

interface EsignatureEventTable {
  agency_id: number
  event_id: string
  kind: string
  told_at: Timestamp
  at: Timestamp
}

interface EsignatureSubscriptionTable {
  agency_id: number
  subscribed: Generated<boolean>
  changed_at: Timestamp | null
  group_id: Generated<string>
  users_at: Timestamp | null
}

interface EsignatureUserTable {
  agency_id: number
  email_key: string
  email: string
  initials: string
  is_admin: boolean
  is_validated: boolean
  created_at: Timestamp
  account_id: Generated<string>
  account_id_by: string | null
  account_id_at: Timestamp | null
  version: Generated<number>
  removed_at: Timestamp | null
}

interface FailedSignInTable {
  hour: Timestamp
  address: string
  why: string
  attempts: number
  counted: Generated<number>
}

interface FeatureSwitchTable {
  name: string
  enabled: boolean
  version: Generated<number>
}

interface IdempotencyTable {
  owner: number
  key: string
  call: string
  body_hash: Buffer
  answer: string | null
  created_at: Timestamp
}

interface IntegrationItemTable {
  item_id: number
  name: string
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
  key_id: string | null
  next_key_id: string | null
}

interface MarketplaceEventTable {
  agency_id: number
  event_id: string
  kind: string
  told_at: Timestamp
  at: Timestamp
}

interface MarketplaceRegistrationTable {
  agency_id: number
  initials: string
  email: string
  code: Generated<string>
  code_expires_at: Timestamp
  confirmed: Generated<boolean>
  changed_at: Timestamp
  extended_by: string | null
  extended_at: Timestamp | null
  removed_at: Timestamp | null
}

interface MigrationTable {
  name: string
  digest: string
  applied_at: GeneratedTimestamp
}

interface OptInEventTable {
  event_id: Generated<number>
  at: Timestamp
  agency_id: number
  product_id: number
  change: number
  initials: string
  name: string
}

interface OptInStateTable {
  agency_id: GeneratedAlways<number | null>
  product_id: GeneratedAlways<number | null>
  opted_in: GeneratedAlways<boolean | null>
  opt_in_at: GeneratedAlways<Date | null>
  opt_in_initials: GeneratedAlways<string | null>
  opt_in_name: GeneratedAlways<string | null>
}

interface OutsideWorkTable {
  work_id: string
  kind: string
  agency_id: number
  input: JsonValue
  progress: JsonValue
  requested_at: Timestamp
  requested_by: string
  failures: Generated<number>
  last_failure: string | null
  last_failed_at: Timestamp | null
  next_attempt_at: Timestamp | null
  ended_at: Timestamp | null
  succeeded: boolean | null
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

interface ProductTable {
  product_id: GeneratedAlways<number>
  product_key: number | null
  name: string
  provider_name: Generated<string>
  enabled: Generated<boolean>
  minimum_version: Generated<string>
  vendor_data_sync: Generated<boolean>
  deleted_at: Timestamp | null
  vendor_id: number | null
  name_folded: string | null
  description: Generated<string>
  vendor_write: Generated<boolean>
  item_id: number | null
  category_id: Generated<number>
  action_label: Generated<string>
  action_url: Generated<string>
  manage_label: Generated<string>
  manage_url: Generated<string>
  force_opt_in: Generated<boolean>
  terms_label: Generated<string>
  terms_url: Generated<string>
  help_url: Generated<string>
  email_notifications: Generated<boolean>
  data_sharing_opt_in: Generated<boolean>
  logo_digest: Generated<string>
  api_key: string | null
  api_secret: Buffer | null
  api_secret_last4: string | null
  version: Generated<number>
  settings_version: Generated<number>
  settings_changed_by: string | null
  settings_changed_at: Timestamp | null
  availability_version: Generated<number>
  availability_changed_by: string | null
  availability_changed_at: Timestamp | null
  data_sharing_version: Generated<number>
  data_sharing_changed_by: string | null
  data_sharing_changed_at: Timestamp | null
}

interface ProductLogoTable {
  product_id: number
  picture: Buffer
}

interface ProductOverrideTable {
  product_id: number
  agency_id: number
}

interface RecoveryCodeTable {
  staff_id: number
  code_hash: Buffer
  used_at: Timestamp | null
}

interface RefusedRightTable {
  staff_id: number
  call: string
  missing: string
  since: Timestamp
  more: Generated<number>
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

interface SecretKeyTable {
  key_id: string
  state: string
  recovery_key: Buffer | null
}

interface ServerProcessTable {
  process_id: string
  host: string
  pid: number
  build: string
  started_at: Timestamp
  told_at: Timestamp
  figures: JsonValue
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
  confirmed_at: Timestamp | null
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
  of_name: Buffer | null
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
  permissions_changed_by: string | null
  permissions_changed_at: Timestamp | null
  must_change_password: Generated<boolean>
}

interface StaffNoticeTable {
  notice_id: GeneratedAlways<number>
  staff_id: number
  kind: string
  done_by: string
  at: Timestamp
}

interface SubscriptionEventTable {
  event_id: Generated<number>
  at: Timestamp
  agency_id: number
  product_id: number
  event_code: number
  by: string
}

interface SubscriptionStateTable {
  agency_id: GeneratedAlways<number | null>
  product_id: GeneratedAlways<number | null>
  subscribed: GeneratedAlways<boolean | null>
  started_at: GeneratedAlways<Date | null>
  stopped_at: GeneratedAlways<Date | null>
  status: GeneratedAlways<number | null>
}

interface SuperUserTable {
  super_user_id: GeneratedAlways<number>
  agency_id: number
  username: string
  password_hash: string | null
  created_by: string
  created_at: Timestamp
  expires_at: Timestamp
  ended_at: Timestamp | null
}

interface SystemAlertTable {
  guid: string
  category: number
  priority: number
  feature: number
  message: string
  recipient_type: number
  region: number | null
  start_time: Timestamp
  end_time: Timestamp | null
  changed_by: string
  changed_at: Timestamp
  version: Generated<number>
}

interface SystemAlertAgencyTable {
  guid: string
  agency_id: number
}

interface SystemAlertCounterTable {
  the_only: Generated<boolean>
  number: number
}

interface SystemAlertDeliveryTable {
  guid: string
  version: number
  agency_id: number
  delivered_at: Timestamp
}

interface TextMessageTable {
  text_message_id: GeneratedAlways<number>
  agency_id: number | null
  message_id: string
  bandwidth_message_id: string | null
  source: number
  int_phone: string
  ext_phone: string
  type: number
  text: string
  attachments: Generated<string[]>
  status: number
  status_at: Timestamp
  error_code: Generated<number>
  at: Timestamp
  told_at: Timestamp | null
}

interface TextingConnectionTable {
  connection_id: string
  agency_id: number
  initials: string
  connected_at: Timestamp
  seen_at: Timestamp
}

interface TextingEventTable {
  agency_id: number
  event_id: string
  kind: string
  phone: string | null
  order_id: string | null
  order_kind: string | null
  tcr_number: string | null
  at: Timestamp
  told_at: Timestamp
}

interface VendorTable {
  vendor_id: GeneratedAlways<number>
  name: string
  name_folded: string
  enabled: Generated<boolean>
  email: string
  address_line1: string
  address_line2: string
  address_line3: string
  city: string
  state: string
  zip_code: string
}

export interface Database {
  activity_day: ActivityDayTable
  activity_event: ActivityEventTable
  agency: AgencyTable
  agency_command: AgencyCommandTable
  agency_email_event: AgencyEmailEventTable
  agency_error_report: AgencyErrorReportTable
  agency_file: AgencyFileTable
  agency_file_leftover: AgencyFileLeftoverTable
  agency_import: AgencyImportTable
  agency_import_line: AgencyImportLineTable
  agency_key: AgencyKeyTable
  agency_name_digits: AgencyNameDigitsTable
  agency_name_pair: AgencyNamePairTable
  agency_name_word: AgencyNameWordTable
  agency_product: AgencyProductTable
  agency_report_draft: AgencyReportDraftTable
  agency_report_note: AgencyReportNoteTable
  agency_report_part: AgencyReportPartTable
  agency_seat: AgencySeatTable
  agency_seats: AgencySeatsTable
  agency_sign_in: AgencySignInTable
  agency_sign_in_day: AgencySignInDayTable
  agency_software: AgencySoftwareTable
  agency_sync_error: AgencySyncErrorTable
  agency_texting: AgencyTextingTable
  agency_token: AgencyTokenTable
  agency_totals: AgencyTotalsTable
  agency_upload: AgencyUploadTable
  agency_upload_quota: AgencyUploadQuotaTable
  agency_user: AgencyUserTable
  agency_word: AgencyWordTable
  agent_protocol_retirement: AgentProtocolRetirementTable
  billing_record: BillingRecordTable
  certificate: CertificateTable
  certificate_agency: CertificateAgencyTable
  certificate_event: CertificateEventTable
  client_count_day: ClientCountDayTable
  day_count_mark: DayCountMarkTable
  esignature_event: EsignatureEventTable
  esignature_subscription: EsignatureSubscriptionTable
  esignature_user: EsignatureUserTable
  failed_sign_in: FailedSignInTable
  feature_switch: FeatureSwitchTable
  idempotency: IdempotencyTable
  integration_item: IntegrationItemTable
  journal: JournalTable
  journal_seal: JournalSealTable
  marketplace_event: MarketplaceEventTable
  marketplace_registration: MarketplaceRegistrationTable
  migration: MigrationTable
  opt_in_event: OptInEventTable
  opt_in_state: OptInStateTable
  outside_work: OutsideWorkTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  product: ProductTable
  product_logo: ProductLogoTable
  product_override: ProductOverrideTable
  recovery_code: RecoveryCodeTable
  refused_right: RefusedRightTable
  seat_request: SeatRequestTable
  secret_key: SecretKeyTable
  server_process: ServerProcessTable
  session: SessionTable
  sign_in_address: SignInAddressTable
  sign_in_failure: SignInFailureTable
  staff: StaffTable
  staff_notice: StaffNoticeTable
  subscription_event: SubscriptionEventTable
  subscription_state: SubscriptionStateTable
  super_user: SuperUserTable
  system_alert: SystemAlertTable
  system_alert_agency: SystemAlertAgencyTable
  system_alert_counter: SystemAlertCounterTable
  system_alert_delivery: SystemAlertDeliveryTable
  text_message: TextMessageTable
  texting_connection: TextingConnectionTable
  texting_event: TextingEventTable
  vendor: VendorTable
}
