import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { read, moduleCalls, signal, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { P } from '../permissions.ts'
import { stepUpSentence } from '../rules/recent.ts'
import { command } from '../wire.ts'

/** JSON of the browser's WebAuthn calls; its shape is standardised and checked by the server's library. */
const WebAuthnJson = z.record(z.string(), z.unknown()).describe('As navigator.credentials gives or takes it.')

/** A browser in which the person is signed in. */
export const OwnSession = z.object({
  sessionId: z.int().describe('For ending it.'),
  device: z.string().describe('Browser and system as far as it names them, for example Chrome on Windows.'),
  address: z.string().describe('Network address it was last signed in from.'),
  signedInAt: Instant,
  lastUsedAt: Instant.describe('The person’s last input there, to the minute.'),
  current: z.boolean().describe('True for the session that asks.'),
})
export type OwnSession = z.infer<typeof OwnSession>

export const SecondFactor = z.object({
  totp: z.boolean().describe('An authenticator app is set up.'),
  recoveryCodesLeft: z.int().describe('Codes not used yet.'),
  passkeys: z
    .array(
      z.object({
        passkeyId: z.int().describe('For removing it.'),
        name: z.string().describe('What the person called it.'),
        createdAt: Instant,
        lastUsedAt: Instant.nullable().describe('Null until it has signed in or confirmed.'),
      }),
    )
    .describe('In the order they were added.'),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const seen = [P.AgencyManagementAdmin] as const
const sessionEnded = event('session.ended', 'Session ended by its owner', seen)
const steppedUp = event('session.confirmed', 'Identity confirmed', seen)
const stepUpFailed = event('session.confirmFailed', 'Identity not confirmed', seen)
const factorOn = event('session.secondFactorOn', 'Second factor set up', seen)
const factorOff = event('session.secondFactorOff', 'Second factor removed', seen)
const codesRenewed = event('session.recoveryCodesRenewed', 'Recovery codes renewed', seen)
const passkeyAdded = event('session.passkeyAdded', 'Passkey added', seen)
const passkeyRemoved = event('session.passkeyRemoved', 'Passkey removed', seen)

/** Events after which a person may have a second factor, or none any more. */
export const factorChanges = [factorOn, factorOff, passkeyAdded, passkeyRemoved] as const

/** Events of this module without a call: its key is changed on the command line. */
export const secondFactorEvents = [
  event('session.secretKeyChanged', 'Key of second factors changed', seen),
  event('session.secretsReencrypted', 'Second factors re-encrypted', seen),
  event('session.secretKeyRetired', 'Old key of second factors retired', seen),
] as const

const codeSentence = 'The code is 6 digits, or a recovery code.'
const Code = z
  .string(codeSentence)
  .trim()
  .min(6, codeSentence)
  .max(20, codeSentence)
  .describe('Six digits of the authenticator app; where it is no set-up also a recovery code.')
const passwordSentence = 'Password must be text of at most 1024 characters.'

/** Proof of a person's identity; the first accepted one counts. */
const Proof = z.object({
  password: z
    .string(passwordSentence)
    .max(1024, passwordSentence)
    .optional()
    .describe('Of the person who is signed in; taken from somebody without a second factor.'),
  code: Code.optional(),
  passkey: WebAuthnJson.optional().describe('Answer of navigator.credentials.get.'),
})
export type Proof = z.infer<typeof Proof>

export const Way = z.enum(['password', 'code', 'recoveryCode', 'passkey'])
/** A way to prove one's identity; `code` is one of the app or a recovery code. */
export type Way = z.infer<typeof Way>

const ProofAsked = z.object({
  by: z.array(Way).describe('What is taken.'),
  passkeyId: z.int().optional().describe('The one passkey that is taken; absent where any is.'),
})
/** What a call accepts as proof. */
export type ProofAsked = z.infer<typeof ProofAsked>

/** Input and refusals of a change of one's own factors: proof is required each time, however recent the sign-in is. */
const WithProof = z.object({ proof: Proof.optional().describe('Asked for by code 428.') })
const proofRefusals = {
  proof: [428, stepUpSentence, ProofAsked],
  wrongPassword: [428, 'Incorrect password. Please try again.', ProofAsked],
  wrongCode: [
    428,
    'Incorrect code. Type the code that the app shows now, or an unused recovery code.',
    ProofAsked,
  ],
  wrongRecoveryCode: [428, 'Incorrect recovery code. Type one that you have not used yet.', ProofAsked],
  wrongPasskey: [428, 'This passkey was not accepted. Please try again.', ProofAsked],
  locked: [428, 'Too many wrong attempts. Please wait 15 minutes.', ProofAsked],
} as const
const proofEvents = [steppedUp, stepUpFailed] as const

const none = z.object({})
const at = (name: string) => command('/api/user/request', name)

const RecoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe('Shown once, stored only hashed; each works once. Empty where the person has codes already.'),
})

/** Second factors, confirming one's identity, and the person's own sessions. */
export const secondFactor = moduleCalls('secondFactor', {
  sessions: read({
    about: 'Where the person is signed in.',
    at: at('ListMySessions'),
    access: 'session',
    input: none,
    answer: many(OwnSession),
  }),
  endSession: write({
    about: 'End one of the person’s own sessions.',
    at: at('EndMySession'),
    access: 'session',
    event: sessionEnded,
    input: z.object({
      sessionId: z
        .int('sessionId must be a whole number.')
        .positive('sessionId must be a whole number.')
        .describe('From the list of sessions.'),
    }),
    answer: nothing(),
    refusals: { gone: [2, 'This session has already ended.'] },
  }),
  endOtherSessions: write({
    about: 'End all of the person’s sessions but the one that asks.',
    at: at('EndMyOtherSessions'),
    access: 'session',
    event: sessionEnded,
    input: none,
    answer: nothing(),
    refusals: { none: [2, 'There are no other sessions.'] },
  }),
  stepUpOptions: signal({
    about: 'What the person can confirm with; a passkey challenge where they have passkeys.',
    at: at('BeginStepUp'),
    access: 'session',
    input: z.object({
      passkeyId: z
        .int('passkeyId must be a whole number.')
        .optional()
        .describe('The only passkey to ask for, where no other one is taken.'),
    }),
    answer: one(
      z.object({
        by: z.array(Way).describe('What is taken.'),
        passkey: WebAuthnJson.nullable().describe(
          'Options for navigator.credentials.get; null without passkeys.',
        ),
      }),
    ),
  }),
  stepUp: write({
    about:
      'Confirm who is acting: by the second factor, or by the password without one. The session gets a new id and counts as fresh.',
    at: at('StepUp'),
    access: 'session',
    outside: true,
    event: proofEvents,
    input: Proof,
    answer: nothing(),
    refusals: {
      ...proofRefusals,
      proof: [428, 'Please confirm with your second factor.', ProofAsked],
      nothingGiven: [400, 'Give your password, a code or a passkey.'],
    },
  }),
  status: read({
    about: 'Which second factors the person has.',
    at: at('GetSecondFactor'),
    access: 'session',
    input: none,
    answer: one(SecondFactor),
  }),
  beginTotp: write({
    about: 'Make a secret for an authenticator app; it counts only once confirmed.',
    at: at('BeginTotp'),
    access: 'session',
    outside: true,
    event: proofEvents,
    input: WithProof,
    answer: one(
      z.object({
        secret: z.string().describe('Base32, for typing in by hand.'),
        uri: z.string().describe('otpauth:// address, for the QR code.'),
      }),
      { once: true },
    ),
    refusals: {
      ...proofRefusals,
      already: [409, 'An authenticator app is set up already. Remove it first.'],
    },
  }),
  confirmTotp: write({
    about:
      'Turn the authenticator app on by a first code; the first factor of a person also answers recovery codes.',
    at: at('ConfirmTotp'),
    access: 'session',
    recent: true,
    event: factorOn,
    input: z.object({ code: Code }),
    answer: one(RecoveryCodes, { once: true }),
    refusals: {
      notBegun: [2, 'Please start the set-up again.'],
      wrong: [422, 'Incorrect code. Check the time on your phone, then type the next code.'],
    },
  }),
  removeTotp: write({
    about: 'Remove the authenticator app, by a code of it or a recovery code; these go with the last factor.',
    at: at('RemoveTotp'),
    access: 'session',
    outside: true,
    event: [factorOff, ...proofEvents],
    input: WithProof,
    answer: nothing(),
    refusals: {
      ...proofRefusals,
      proof: [428, 'Type a code of this app, or a recovery code, to remove it.', ProofAsked],
      none: [304, 'No authenticator app is set up.'],
    },
  }),
  renewRecoveryCodes: write({
    about: 'Make new recovery codes; the old ones stop working.',
    at: at('RenewRecoveryCodes'),
    access: 'session',
    outside: true,
    event: [codesRenewed, ...proofEvents],
    input: WithProof,
    answer: one(RecoveryCodes, { once: true }),
    refusals: { ...proofRefusals, none: [409, 'Set up an authenticator app or a passkey first.'] },
  }),
  beginPasskey: write({
    about: 'Options for making a passkey in this browser.',
    at: at('BeginPasskey'),
    access: 'session',
    outside: true,
    event: proofEvents,
    input: WithProof,
    answer: one(z.object({ options: WebAuthnJson }), { once: true }),
    refusals: proofRefusals,
  }),
  finishPasskey: write({
    about: 'Store the passkey this browser made; the first factor of a person also answers recovery codes.',
    at: at('FinishPasskey'),
    access: 'session',
    recent: true,
    outside: true,
    event: passkeyAdded,
    input: z.object({
      name: z
        .string('A passkey needs a name of 1 to 60 characters.')
        .trim()
        .min(1, 'A passkey needs a name of 1 to 60 characters.')
        .max(60, 'A passkey needs a name of 1 to 60 characters.')
        .describe('What the person will know it by.'),
      response: WebAuthnJson.describe('Answer of navigator.credentials.create.'),
    }),
    answer: one(RecoveryCodes, { once: true }),
    refusals: {
      notBegun: [2, 'Please start again.'],
      wrong: [422, 'The browser’s answer could not be verified. Please start again.'],
      exists: [409, 'This passkey is already registered.'],
    },
  }),
  removePasskey: write({
    about: 'Remove a passkey, by itself or a recovery code; these go with the last factor.',
    at: at('RemovePasskey'),
    access: 'session',
    outside: true,
    event: [passkeyRemoved, ...proofEvents],
    input: WithProof.extend({
      passkeyId: z
        .int('passkeyId must be a whole number.')
        .positive('passkeyId must be a whole number.')
        .max(2_147_483_647, 'passkeyId must be a whole number.')
        .describe('From the list of passkeys.'),
    }),
    answer: nothing(),
    refusals: {
      ...proofRefusals,
      proof: [428, 'Use this passkey, or type a recovery code, to remove it.', ProofAsked],
      gone: [2, 'This passkey has already been removed.'],
    },
  }),
})
