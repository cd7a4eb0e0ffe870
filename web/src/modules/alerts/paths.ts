/** Addresses of this module. */
export const alertPaths = {
  administration: '/status-admin',
  /** The list with one alert expanded. */
  alert: (guid: string): string => `/status-admin?open=${guid}`,
} as const
