import type { SeededRandom } from '../random.ts'

const firstNames =
  `Maria James Linda Robert Patricia Michael Jennifer David Elena William Susan Richard Jessica Thomas Karen Carlos
Nancy Daniel Lisa Matthew Aisha Anthony Sofia Mark Emily Steven Ana Paul Grace Andrew Zoë Kevin Priya Brian Hannah George
Renée Oluwaseun Xiu Björn Siobhán Deborah Ronald Sharon Edward Carol Jason Michelle Jeffrey Amanda Ryan Melissa Jacob`.split(
    /\s+/,
  )
const families =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker
Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood
James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins
Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Graham Murray Ford Castro Marshall
Kowalski Schmidt Hoffman Olson Lindqvist Petrov Yamamoto Okafor Haddad Rossi Dubois VanDyke MacLeod Zimmermann Quigley`.split(
    /\s+/,
  )
const accented = [
  'Núñez',
  'Peña',
  'Müller',
  'Béliveau',
  'García-López',
  'Østergaard',
  'Çelik',
  'Łukasik',
  'Gutiérrez',
  'São Miguel',
]
const apostrophes = ["O'Brien", "O'Neil", "D'Angelo", "O'Connor", "L'Esperance", "D'Amico"]
const places =
  `Harbor|Lakeside|Summit|Blue Ridge|Golden Gate|Prairie|Cascade|Bayou|Granite|Evergreen|River Bend|Midtown|
Pioneer|North Star|Oak Hill|Sunset|Valley|Capitol|Piedmont|Ozark|Cape Fear|Finger Lakes|Twin Cities|Palmetto|Sandhills|
Great Plains|Puget Sound|Rio Grande|Shenandoah|Old Mill|Cedar Creek|Stone Bridge|Mesa Verde|Bay Area|Gulf Coast|Tri-County|
Hudson|Magnolia|Redwood|Cumberland|Champlain|Black Hills|Big Sky|Wabash|Chesapeake|Tidewater|High Desert|Silver Lake`
    .split('|')
    .map((place) => place.trim())
const virtues = [
  'Liberty',
  'Heritage',
  'Guardian',
  'Keystone',
  'Compass',
  'Beacon',
  'Cornerstone',
  'Patriot',
  'Trinity',
  'Legacy',
]
const kinds = [
  'Insurance',
  'Insurance Agency',
  'Insurance Group',
  'Insurance Services',
  'Agency',
  'Agency, Inc.',
  'Insurance Brokers',
  'Risk Advisors',
  'Insurance Associates',
  'Insurance, LLC',
]

/** A plausible name of an insurance agency. */
export function agencyName(random: SeededRandom): string {
  const kind = random.pick(kinds)
  const style = random.next()
  if (style < 0.32) return `${family(random)} ${kind}`
  if (style < 0.46) return `${family(random)} & ${family(random)} ${kind}`
  if (style < 0.54) return `${family(random)} & Sons ${kind}`
  if (style < 0.62) return `${family(random)}, ${family(random)} and Partners`
  if (style < 0.72) return `The ${family(random)} ${random.pick(['Agency', 'Insurance Group', 'Firm'])}`
  if (style < 0.86) return `${random.pick(places)} ${kind}`
  if (style < 0.93) return `${random.pick(virtues)} ${kind} of ${random.pick(places)}`
  return `${random.pick(places)} ${family(random)} ${kind}`
}

/** A given name. */
export function given(random: SeededRandom): string {
  return random.pick(firstNames)
}

/** A family name. */
export function family(random: SeededRandom): string {
  const which = random.next()
  if (which < 0.03) return random.pick(accented)
  return which < 0.06 ? random.pick(apostrophes) : random.pick(families)
}

/** The letters of a name as in an email address. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
