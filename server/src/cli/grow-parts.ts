/** One kind of rows for filling a sandbox. */
export interface GrowingPart {
  /** What people call the rows. */
  name: string
  table: string
  /** Average number of rows per agency. */
  perAgency: number
  /**
   * Inserts the rows with numbers $1 to $2; equal numbers give equal rows. $3 is the number of agencies. For rows with
   * an instant, $4 to $5 is the time they are spread over.
   */
  insert: string
  hasTime: boolean
}

const list = (words: string): string => `('{${words.split(/\s+/).join(',')}}'::text[])`
const families = list(
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Martinez Lopez Wilson Anderson Thomas Taylor Moore Lee Perez
Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams
Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Kowalski Schmidt Hoffman Olson Petrov Okafor Haddad`,
)
const kinds = list(
  'Insurance Agency Insurance_Agency Insurance_Group Family_Insurance Brokers Financial Mutual Partners Services',
)
const places = list('Harbor Cascade Columbia Beacon Lakeside Summit Prairie Valley Coastal Evergreen Pioneer')
const syllables = list('ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bri cla dro')

/** A pseudo-random number derived from another one. */
const chance = (of: string, salt: number): string =>
  `(hashint8extended((${of})::bigint, ${salt}) & 1073741823)`
const pick = (words: string, of: string, salt: number): string =>
  `${words}[1 + ${chance(of, salt)} % cardinality(${words})]`
const coined = `initcap(${[1, 2, 3, 4].map((salt) => pick(syllables, 'n', salt)).join(' || ')})`
const kind = `translate(${pick(kinds, 'n', 5)}, '_', ' ')`
const family = pick(families, 'n', 6)

/** The agency id for a number: seven digits, unique for numbers below 9,000,000, in scattered order. */
const agencyId = (number: string): string => `(1000000 + (${number})::bigint * 3141593 % 9000000)::integer`

const agencies = `insert into agency (agency_id, name, name_folded, version_display, is_online, region_id, pool_id,
  status, storage_mode, agency_type, onboarding_status, domains)
select ${agencyId('n')}, name, lower(name), case when is_online then 'HS 6' else '5.' || share % 5 || '.' || share % 10 end,
  is_online, share % 4, 1 + share % 12, case when share % 100 < 90 then 2 else share % 6 end, share % 3,
  case when is_online then 3 else share % 2 end, case when share % 100 < 85 then 7 else share % 8 end, share % 8
from (
  select n, ${chance('n', 7)} as share, ${chance('n', 8)} % 100 < 15 as is_online,
    case ${chance('n', 9)} % 10
      when 0 then ${coined} || ' ' || ${kind}
      when 1 then ${pick(places, 'n', 10)} || ' ' || ${kind}
      when 2 then ${family} || ' ' || ${kind} || ' ' || ${chance('n', 11)} % 10000
      when 3 then ${family} || ' & ' || ${pick(families, 'n', 12)} || ' ' || ${kind}
      when 4 then ${family} || ' & ' || ${pick(families, 'n', 12)} || ' ' || ${kind}
      else ${pick(places, 'n', 10)} || ' ' || ${family} || ' ' || ${kind} end as name
  from generate_series($1::integer, $2::integer) n where n < $3::integer
) made on conflict (agency_id) do nothing`

// Of ten thousand agencies, one has five thousand users, three thousand have five, the others none.
const users = `insert into agency_user (agency_id, username, first_name, last_name, online, status, user_flags,
  agency_permissions, email_verified)
select ${agencyId('agency')}, chr(65 + own / 676 % 26) || chr(65 + own / 26 % 26) || chr(65 + own % 26),
  ${pick(places, 'n', 13)}, ${pick(families, 'n', 14)}, n % 3 = 0, case when n % 50 = 0 then 2 else 0 end, 0, '{1,2}', n % 4 > 0
from (
  select n, n / 20000 * 10000 + case when n % 20000 < 15000 then 1 + n % 20000 / 5 else 0 end as agency,
    case when n % 20000 < 15000 then n % 5 else n % 20000 - 15000 end as own
  from generate_series($1::integer, $2::integer) n
) numbered where agency < $3::integer on conflict (agency_id, username) do nothing`

const product = `(products.ids)[1 + n / $3::integer % cardinality(products.ids)]`
const products = `(select array_agg(product_id order by product_id) as ids from product where deleted_at is null) products`
/** The instant of row number n, if each agency has this many rows. */
const at = (perAgency: number): string =>
  `$4::timestamptz + ($5::timestamptz - $4::timestamptz) * (n::double precision / ($3::bigint * ${perAgency}))`
const numbers = 'generate_series($1::bigint, $2::bigint) n'

// Each pass over all agencies and products toggles every subscription and every opt-in.
const turn = 'n / ($3::bigint * cardinality(products.ids)) % 2'
const subscriptions = `insert into subscription_event (at, agency_id, product_id, event_code, by)
select ${at(40)}, ${agencyId('n % $3::integer')}, ${product}, ${turn}, 'grown'
from ${numbers} cross join ${products} where products.ids is not null order by n`
const optIns = `insert into opt_in_event (at, agency_id, product_id, change, initials, name)
select ${at(6)}, ${agencyId('n % $3::integer')}, ${product}, 1 - 2 * (${turn}), 'GRN', ${pick(families, 'n', 15)}
from ${numbers} cross join ${products} where products.ids is not null order by n`
const activities = `insert into activity_event (at, category, agency_id, change)
select ${at(4)}, ('{Registration,Cloud,Texting,Vendor}'::text[])[1 + n / $3::integer % 4],
  ${agencyId('n % $3::integer')}, 1 from ${numbers} order by n`

// A fifth of the entries belong to a thousand agencies.
const entries = `insert into journal (at, actor_kind, actor, event, agency_id, subject, before, after)
select ${at(20)}, actor_kind, case actor_kind when 'agency' then lpad(agency_id::text, 8, '0') else 'person' || person || '@support.test' end,
  event, case event when 'journal.exported' then null else agency_id end, null,
  case event when 'agencies.renamed' then jsonb_build_object('name', 'Grown ' || n)
    when 'agencies.statusChanged' then jsonb_build_object('status', n % 5) end,
  case event when 'agencies.renamed' then jsonb_build_object('name', 'Grown ' || n + 1)
    when 'agencies.statusChanged' then jsonb_build_object('status', (n + 1) % 5)
    when 'agencies.factsReported' then jsonb_build_object('versionDisplay', '5.4.' || n % 10)
    else '{}' end
from (
  select n, case when share < 70 then 'agency' else 'staff' end as actor_kind,
    case when share < 55 then 'agencies.factsReported' when share < 70 then 'agencies.foldersReported'
      when share < 85 then 'agencies.renamed' when share < 95 then 'agencies.statusChanged'
      else 'journal.exported' end as event,
    ${agencyId('of % case when of / 8 % 5 = 0 then least($3::integer, 1000) else $3::integer end')} as agency_id, of % 200 as person
  from (select n, ${chance('n', 16)} % 100 as share, ${chance('n', 17)} as of from ${numbers}) numbered
) made order by n`

/** The data of a filled sandbox, in order of insertion. */
export const growingParts: readonly GrowingPart[] = [
  { name: 'agencies', table: 'agency', perAgency: 1, insert: agencies, hasTime: false },
  { name: 'users of agencies', table: 'agency_user', perAgency: 2, insert: users, hasTime: false },
  {
    name: 'subscription events',
    table: 'subscription_event',
    perAgency: 40,
    insert: subscriptions,
    hasTime: true,
  },
  { name: 'opt-ins', table: 'opt_in_event', perAgency: 6, insert: optIns, hasTime: true },
  { name: 'activities', table: 'activity_event', perAgency: 4, insert: activities, hasTime: true },
  { name: 'journal entries', table: 'journal', perAgency: 20, insert: entries, hasTime: true },
]
