import { createHmac } from 'node:crypto'

/** A key with the name under which it may be shown. */
export interface NamedKey {
  /** Fingerprint of 16 hexadecimal digits: distinguishes keys without revealing them. */
  id: string
  key: Buffer
}

/** The keys of one setting, the newest first; more than one only during a key change. */
export class KeyRing {
  /** Name of the setting, for messages. */
  readonly setting: string
  readonly all: readonly NamedKey[]

  constructor(setting: string, keys: readonly Buffer[]) {
    this.setting = setting
    this.all = keys.map((key) => ({ id: toFingerprint(setting, key), key }))
  }

  /** The first of the list, which makes everything new. */
  get newest(): NamedKey {
    const [first] = this.all
    if (first === undefined) throw new Error(`${this.setting} holds no key`)
    return first
  }

  find(id: string): NamedKey | undefined {
    return this.all.find((one) => one.id === id)
  }

  /** All fingerprints, for messages. */
  get ids(): string {
    return this.all.map(({ id }) => id).join(', ')
  }
}

function toFingerprint(setting: string, key: Buffer): string {
  return createHmac('sha256', key).update(`agency-support ${setting}`).digest('hex').slice(0, 16)
}
