import { createHmac } from 'node:crypto'

/** A key and what it is called where it must not be shown. */
export interface NamedKey {
  /** Fingerprint, 16 hexadecimal digits: tells keys apart and nothing about them. */
  id: string
  key: Buffer
}

/** The keys of one setting, the newest first. More than one only while a key is being changed. */
export class KeyRing {
  /** Name of the setting, for sentences. */
  readonly setting: string
  readonly all: readonly NamedKey[]

  constructor(setting: string, keys: readonly Buffer[]) {
    this.setting = setting
    this.all = keys.map((key) => ({ id: toFingerprint(setting, key), key }))
  }

  /** The first of the list: what a change of keys leads to. */
  get newest(): NamedKey {
    const [first] = this.all
    if (first === undefined) throw new Error(`${this.setting} holds no key`)
    return first
  }

  find(id: string): NamedKey | undefined {
    return this.all.find((one) => one.id === id)
  }

  /** Fingerprints of all, as a sentence names them. */
  get ids(): string {
    return this.all.map(({ id }) => id).join(', ')
  }
}

function toFingerprint(setting: string, key: Buffer): string {
  return createHmac('sha256', key).update(`agency-support ${setting}`).digest('hex').slice(0, 16)
}
