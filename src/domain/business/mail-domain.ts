/** What DNS says about the domain that the shop's email comes from. */
export type MailRecords = {
  /** The TXT records of the domain. */
  texts: readonly string[]
  /** The TXT records of _dmarc.<domain>. */
  dmarcTexts: readonly string[]
  /** The servers that receive mail for it. */
  mailServers: readonly string[]
}

/** Why inboxes would refuse or hide the shop's email: one sentence for each reason, with what to do. */
export function mailDomainProblems(domain: string, { texts, dmarcTexts, mailServers }: MailRecords): string[] {
  return [
    ...senderProblems(domain, texts.filter(isRecord('v=spf1'))),
    ...policyProblems(domain, dmarcTexts.filter(isRecord('v=DMARC1'))),
    ...(mailServers.length > 0
      ? []
      : [`${domain} can't receive email: it has no MX record, so replies to the shop bounce.`]),
  ]
}

/** A record is a list separated by spaces or semicolons; the first item says what it is. */
function isRecord(version: string): (text: string) => boolean {
  return (text) => /^[^\s;]*/.exec(text.trim())?.[0].toLowerCase() === version.toLowerCase()
}

function senderProblems(domain: string, records: readonly string[]): string[] {
  const [record] = records
  if (record === undefined)
    return [
      `${domain} has no SPF record, so inboxes don't know who may send for it. Add the TXT record from your mail provider, such as "v=spf1 include:mail.example -all".`,
    ]
  if (records.length > 1)
    return [`${domain} has ${records.length} SPF records, which counts as none. Merge them into one.`]
  if (/(^|\s)\+?all(\s|$)/i.test(record))
    return [`The SPF record of ${domain} lets anyone send for it. End it with "-all" instead of "+all".`]
  return []
}

function policyProblems(domain: string, records: readonly string[]): string[] {
  const [record] = records
  if (record === undefined)
    return [
      `${domain} has no DMARC record, which Gmail and Yahoo require. Add a TXT record for _dmarc.${domain}: "v=DMARC1; p=none".`,
    ]
  if (records.length > 1)
    return [`_dmarc.${domain} has ${records.length} DMARC records, which counts as none. Keep one.`]
  if (!/;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(record))
    return [`The DMARC record of ${domain} has no policy. It needs "p=none", "p=quarantine" or "p=reject".`]
  return []
}

/** What inboxes need to check the shop's signature. */
export type SigningKey = { selector: string; publicKey: string }

/** Why inboxes would consider the shop's signature a forgery. `texts` are the TXT records of the key's name. */
export function signatureProblems(
  domain: string,
  { selector, publicKey }: SigningKey,
  texts: readonly string[],
): string[] {
  const name = `${selector}._domainkey.${domain}`
  const remedy = `Add a TXT record for ${name}: "v=DKIM1; k=rsa; p=${publicKey}".`
  const keys = texts.map((text) => /(?:^|;)\s*p\s*=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  const [key] = keys
  if (key === undefined) return [`${name} has no DKIM record, so the shop's signature can't be verified. ${remedy}`]
  if (keys.length > 1)
    return [`${name} has ${keys.length} DKIM records. Keep the one that ends with ${publicKey.slice(-12)}.`]
  if (key === publicKey) return []
  return [`The DKIM record of ${name} is for a different key than DKIM_KEY, so email looks forged. ${remedy}`]
}
