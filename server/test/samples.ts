import { type Contract, contract, type ModuleName } from '@agency-support/contract'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'

type Samples = { readonly [R in ModuleName]: { readonly [C in keyof Contract[R]]: SampleOf<Contract[R][C]> } }
type SampleOf<C> = C extends AnyCall ? ClientIn<C> : never

/** An agency that is in no test database. */
const absentAgency = 4_040_404

const temporaryUser = {
  Username: '--0',
  AgencyId: absentAgency,
  Password: 'Some-Passw0rd',
  ExpiresOn: '2026-11-21T10:00:00Z',
}

/** Minimal valid input of every call; a new call without one does not compile. */
const samples: Samples = {
  session: {
    signIn: { username: 'nobody@support.test', password: 'whatever it is' },
    signInByGet: { username: 'nobody@support.test', password: 'whatever it is' },
    signOut: {},
    signOutByGet: {},
    whoami: {},
    renew: {},
    renewByPost: {},
    updatePassword: { newPassword: 'a passphrase with some length' },
  },
  secondFactor: {
    sessions: {},
    endSession: { sessionId: 4_040_404 },
    endOtherSessions: {},
    stepUpOptions: {},
    stepUp: { password: 'whatever it is' },
    status: {},
    beginTotp: {},
    confirmTotp: { code: '123456' },
    removeTotp: {},
    renewRecoveryCodes: {},
    beginPasskey: {},
    finishPasskey: { name: 'Laptop', response: {} },
    removePasskey: { passkeyId: 4_040_404 },
  },
  staff: {
    availablePermissions: {},
    userPermissionList: { agencyId: 0 },
    savePermissions: { user: { username: 'absent@support.test', permissions: [2000] } },
    accounts: {},
    createAccount: { username: 'made@support.test', firstName: 'No', lastName: 'Body' },
    disableAccount: { username: 'absent@support.test' },
    enableAccount: { username: 'absent@support.test' },
    unlockAccount: { username: 'absent@support.test' },
    resetPassword: { username: 'absent@support.test' },
    removeSecondFactor: { username: 'absent@support.test' },
    ownNotices: {},
    dismissNotices: { upTo: 4_040_404 },
  },
  esignature: {
    details: { agencyId: absentAgency },
    group: { agencyId: absentAgency, groupId: '4711' },
    setAccountId: { agencyId: absentAgency, email: 'absent@agency.test', newId: '558213' },
    deleteAccount: { agencyId: absentAgency, email: 'absent@agency.test' },
    cancel: { agencyId: absentAgency },
    cleanup: { agencyId: absentAgency },
    userLogs: { agencyId: absentAgency, eventName: 'DeleteAccount' },
    report: { events: [] },
  },
  agencyCommands: {
    queue: { agencyId: absentAgency },
    softwareStatus: { agencyId: absentAgency },
    issue: { agencyId: absentAgency, agencyCommand: 'count' },
    cancel: { agencyId: absentAgency, commandId: 4_040_404 },
    heartbeat: { versionDisplay: '5.4.2', hostName: 'SERVER01' },
    claim: {},
    acknowledge: { commandId: 4_040_404, attempt: 1 },
    progress: { commandId: 4_040_404, attempt: 1, output: 'Counting.' },
    finish: { commandId: 4_040_404, attempt: 1, outcome: 'succeeded' },
  },
  agencyFiles: {
    multifolderLog: { agencyId: absentAgency },
    deleteMultifolderFile: { agencyId: absentAgency },
    conversionErrors: { agencyId: absentAgency },
    logs: { agencyId: absentAgency },
    totals: { agencyId: absentAgency, storageLocation: 0 },
    resend: { agencyId: absentAgency, eventId: 2 },
    download: { agencyId: String(absentAgency), type: 'agencyConfig' },
    metadata: { agencyId: String(absentAgency), type: 'agencyConfig' },
    logLines: { agencyId: String(absentAgency), filePath: 'error.log' },
    searchLog: { agencyId: String(absentAgency), filePath: 'error.log', text: 'x' },
    openUpload: {
      kind: 'log',
      name: 'error.log',
      location: 8,
      size: 3,
      sha256: '0'.repeat(64),
      fileTimestamp: '2026-11-21T08:00:00Z',
    },
    appendUpload: { uploadId: '00000000-0000-4000-8000-000000000000', offset: '0' },
    finishUpload: { uploadId: '00000000-0000-4000-8000-000000000000' },
    reportConversionErrors: { errors: [] },
  },
  agencyUsers: {
    users: { agencyId: absentAgency },
    unlock: { agencyId: absentAgency, username: 'ABC' },
    emailEvents: { agencyId: absentAgency, username: 'ABC' },
    emailVerification: { agencyId: absentAgency, username: 'ABC' },
    signinLog: { agencyId: absentAgency, username: 'ABC' },
    creationLogs: { agencyId: absentAgency },
    liveSuperUsers: { agencyId: absentAgency },
    createSuperUser: temporaryUser,
    createSuperUser6x: temporaryUser,
    listSuperUsers6x: { AgencyId: absentAgency },
    revokeSuperUser: { agencyId: absentAgency, grantId: 1 },
    reportUsers: { users: [] },
    reportSignins: { entries: [] },
    superUsers: {},
  },
  texting: {
    agency: { agencyId: absentAgency },
    message: { agencyId: absentAgency, messageId: '4040404' },
    sentMessages: { interval: 'day', intervalPeriod: 1, quantity: 5 },
    receivedMessages: { interval: 'day', intervalPeriod: 1, quantity: 5 },
    conversations: { interval: 'day', intervalPeriod: 1, quantity: 5 },
    tcrRecords: {},
    tcrOrphans: {},
    orderInformation: { agencyId: absentAgency },
    comparison: { agencyId: absentAgency },
    agencies: {},
    agencyCount: {},
    reportSetUp: { events: [] },
    reportMessages: { events: [] },
  },
  seats: {
    usage: { agencyId: String(absentAgency) },
    release: { agencyId: String(absentAgency), username: 'ABC' },
    reportSeats: { licensedSeats: 5, seats: [] },
    requests: {},
    setRequestStatus: { id: 4_040_404, status: 1 },
    fileRequest: {
      requestedBy: 'ABC',
      quantity: 1,
      targetSeatTotal: 5,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@lee.test',
    },
  },
  textingPresence: { initials: { agencyId: absentAgency }, negotiate: {} },
  switches: { environment: {}, clientConfig: {}, featureSwitches: {}, openapi: {}, apiPage: {} },
  agencies: {
    search: { searchText: 'smith' },
    config: { agencyId: absentAgency },
    listConfigs: {},
    updateName: { agencyId: absentAgency, name: 'Another Name' },
    updateStatus: { agencyId: absentAgency, status: 2 },
    updateStorageMode: { agencyId: absentAgency, mode: 1 },
    checkStorage: { agencyId: absentAgency },
    retryStorageSetup: { agencyId: absentAgency },
    add: { agency: { agencyId: absentAgency, agencyName: 'New', projectedClients: 1, projectedUsers: 1 } },
    timeZones: {},
  },
  health: { providers: {}, agency: { agencyId: absentAgency } },
  subscription: {
    billing: { agencyId: '4040404' },
    contacts: { agencyId: '4040404' },
    licensedSeats: { agencyId: '4040404' },
    dateCode: { agencyId: '4040404' },
  },
  email: {
    suppressions: {},
    details: { email: 'absent@agency.example', mode: false, type: 'bounce' },
    purge: { suppressions: [{ email: 'absent@agency.example', is6x: false, type: 'bounce' }] },
  },
  journal: { agencyHistory: { agencyId: absentAgency }, search: {}, people: {}, exportCsv: {}, live: {} },
}

/** Every call with its full name and minimal valid input. */
export const sampled: readonly { name: string; call: AnyCall; input: unknown }[] = (
  Object.keys(contract) as ModuleName[]
).flatMap((module) => {
  const inputs: Readonly<Record<string, unknown>> = samples[module]
  return Object.entries<AnyCall>(contract[module]).map(([short, call]) => ({
    name: `${module}.${short}`,
    call,
    input: inputs[short],
  }))
})
