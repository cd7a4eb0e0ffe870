import { expect, test } from 'vitest'
import { allCalls } from './index.ts'

/** Commands by the path at which spec-000 §7, spec-001 §7 and spec-002 §7 have them; written off the documents. */
const commands: Readonly<Record<string, readonly string[]>> = {
  '/api/request': [
    'CheckAgencyStorageCredentials',
    'UpdateAgencyStorageMode',
    'RetryAgencyStorageSetup',
    'GetAgencyConfig',
    'UpdateAgencyName',
    'ListAgencyConfigs',
    'ListAgencyTotals',
    'AgencySearch',
    'AddAgency',
    'GetAgencyQueuedCommands',
    'IssueCommandToAgency',
    'ReceiveRequest',
    'ClientConversionErrors',
    'GetAgencyMultiFolderLog',
    'GetAgencyLogs',
    'GetSuperUserCreationLogs',
    'DeleteAgencyMultifolderFile',
    'AgencyCloudReset',
    'AgencyMarketplaceReset',
    'GetAgencyMarketplaceProducts',
    'GetPendingMarketplaceRegistrations',
    'ExtendPendingRegistration',
    'UpdateAgencyProductStatus',
    'GetAgencyProductStatus',
    'TextingSignalRAgencyInitials',
    'GetSelfServeCertificates',
    'GetSelfServeCertificateDetails',
    'GetSelfServeCertificateFile',
    'GetESignatureAgencyDetails',
    'GetFormstackGroupDetails',
    'SetESignatureEmailsFormstackId',
    'DeleteEsignatureAccount',
    'SetESignatureBillingRecordProcessed',
    'ESignatureCancelAgencySubscription',
    'ESignatureCleanupAgencySubscription',
    'GetEsignatureUserLogs',
    'GetTimeZones',
    'GetFeatureSwitches',
    'ReportProductListing',
    'ReportProductBilling',
    'ReportProductActivation',
    'ReportProductsPeriods',
    'ReportProductsLastN',
    'SubscriptionReportProducts',
    'SubscriptionReportEvents',
    'GetAlerts',
    'SendExternalAlert',
    'ResolveAlert',
    'GetSelfServeCertsDecodedUrl',
    'GetSelfServeCertsEncodedUrl',
  ],
  '/seat/request': ['GetSeatChangeRequests', 'SetAgencySeatRequestStatus'],
  '/api/user/request': [
    'GetAgencyUserEmailEvents',
    'GetAgencyUserEmailVerificationStatus',
    'GetAgencyUsers',
    'UnlockUser5x',
    'GetSigninLog',
    'GetHostingEnvSigninsLastNHours',
  ],
  '/api/texting/request': [
    'GetOrderInformation',
    'GetAgency',
    'SetAgencyPhoneToInServiceNumber',
    'SetTCRNumber',
  ],
  '/api/texting/admin': [
    'AdminGetMessageById',
    'MetricsGetSentMessages',
    'MetricsGetReceivedMessages',
    'MetricsGetConversations',
    'AdminSetAgencyPhoneNumber',
    'SetTCRNumber',
    'AdminDeleteTCRNumber',
    'AdminGetTCRInformation',
    'AdminGetTCROrphans',
  ],
  '/api/texting/admin/all': ['AdminGetAgencyInformation', 'AdminGetAgencyCount'],
  '/api/email/request': ['GetEmailSuppressions', 'GetEmailSuppressionDetails', 'PurgeEmailSuppressions'],
  '/application/request': [
    'ListMarketplaceProducts',
    'ListMarketplaceIntegrationProducts',
    'GetVendors',
    'GetMarketplaceProduct',
    'SaveMarketplaceProduct',
    'CreateMarketplaceProduct',
    'UpdateMarketplaceProduct',
    'DeleteMarketplaceProduct',
    'CreateMarketplaceVendor',
    'SetMarketplaceDataSharing',
    'RefreshMarketplaceProductApiSecretKey',
    'ResendApiCredentials',
  ],
}

/** The documented calls that are known by method and path alone; a name in braces is ours. */
const addresses = [
  'GET /api/environment',
  'GET /auth/staff/signout',
  'GET /auth/staff/signin/cookie',
  'GET /auth/staff/whoami',
  'GET /auth/staff/renew',
  'POST /agency/profile/create-5x-super-user',
  'GET /api/file/download',
  'GET /api/file/metadata',
  'POST /api/file/{id}/uploadLogo',
  'GET /api/subscription/billing/{agencyId}/billingcycle',
  'GET /api/subscription/contact/{agencyId}/main',
  'GET /api/subscription/datecode/client/seats/{agencyId}',
  'GET /api/subscription/datecode/client/{agencyId}',
  'GET /staff/seats/used/{agencyId}',
  'DELETE /staff/seats/release/{agencyId}/{username}',
]

test.each(Object.entries(commands))('[API-11] %s serves each of its documented commands', (path, names) => {
  const served = allCalls.flatMap(({ at }) => (at.form === 'command' && at.path === path ? [at.command] : []))
  expect(names.filter((name) => !served.includes(name))).toEqual([])
})

test('the calls that are known by their path have the documented one', () => {
  const served = new Set(allCalls.map(({ at }) => `${at.method} ${at.path}`))
  expect(addresses.filter((address) => !served.has(address))).toEqual([])
})
