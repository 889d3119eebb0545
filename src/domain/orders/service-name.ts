const CARRIERS = new Map([
  ['UPSDAP', 'UPS'],
  ['FedExDefault', 'FedEx'],
  ['DHLExpress', 'DHL'],
])

/** 'USPS', 'GroundAdvantage' -> 'USPS Ground Advantage': providers of labels write names as one word. */
export function serviceName(carrier: string, service: string): string {
  const words = service.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' ')
  return `${carrierName(carrier)} ${words}`
}

export function carrierName(carrier: string): string {
  return CARRIERS.get(carrier) ?? carrier
}
