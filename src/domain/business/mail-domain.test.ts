import { expect, test } from 'vitest'
import { mailDomainProblems, type MailRecords, signatureProblems } from './mail-domain.ts'

const GOOD: MailRecords = {
  texts: ['google-site-verification=x', 'v=spf1 include:mail.example -all'],
  dmarcTexts: ['v=DMARC1; p=none; rua=mailto:dmarc@shop.example'],
  mailServers: ['mx.mail.example'],
}
const problems = (change: Partial<MailRecords>) => mailDomainProblems('shop.example', { ...GOOD, ...change })

test('finds nothing wrong with a domain that has all three records', () => {
  expect(problems({})).toEqual([])
  expect(problems({ texts: ['V=SPF1 a ~all'], dmarcTexts: [' v=dmarc1;p=Reject'] })).toEqual([])
})

test.each<[Partial<MailRecords>, string]>([
  [{ texts: [] }, 'no SPF record'],
  [{ texts: ['v=spf10 -all'] }, 'no SPF record'],
  [{ texts: ['v=spf1 a -all', 'v=spf1 mx -all'] }, '2 SPF records'],
  [{ texts: ['v=spf1 +all'] }, 'lets anyone send'],
  [{ texts: ['v=spf1 a all'] }, 'lets anyone send'],
  [{ dmarcTexts: [] }, 'no DMARC record'],
  [{ dmarcTexts: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, '2 DMARC records'],
  [{ dmarcTexts: ['v=DMARC1; rua=mailto:a@b.example'] }, 'has no policy'],
  [{ dmarcTexts: ['v=DMARC1; sp=none'] }, 'has no policy'],
  [{ mailServers: [] }, "can't receive email"],
])('says what is wrong with %j', (change, words) => {
  const found = problems(change)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(words)
})

const KEY = { selector: 'shop', publicKey: 'MIIBIjANBgkq' }

test.each<[string[], string]>([
  [['v=DKIM1; k=rsa; p=MIIBIjANBgkq'], ''],
  [['p=MIIBIj ANBgkq;'], ''],
  [[], 'shop._domainkey.shop.example has no DKIM record'],
  [['v=DKIM1; k=rsa'], 'no DKIM record'],
  [['v=DKIM1; p='], 'is for a different key'],
  [['v=DKIM1; p=MIIBIjANBgkqX'], 'is for a different key'],
  [['v=DKIM1; p=MIIBIjANBgkq', 'v=DKIM1; p=other'], '2 DKIM records'],
])('for a key with the records %j, it says: %s', (texts, words) => {
  const found = signatureProblems('shop.example', KEY, texts)
  expect(found).toHaveLength(words === '' ? 0 : 1)
  expect(found.join('')).toContain(words)
})
