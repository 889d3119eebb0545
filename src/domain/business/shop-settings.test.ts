import { expect, test } from 'vitest'
import {
  alertRecipients,
  DEFAULT_DELIVERY,
  DEFAULT_RETURNS,
  replyAddress,
  sellerLines,
  statedReturns,
} from './shop-settings.ts'
import { NO_SOCIAL_LINKS, socialLinks } from './social.ts'

const business = { name: 'Bloomera LLC', email: 'hello@bloomera.example', phone: '801-555-0142', address: '' }

test('alerts go to the business unless the owner named others', () => {
  expect(alertRecipients({ business, notifications: { alerts: [] } })).toEqual(['hello@bloomera.example'])
  expect(alertRecipients({ business, notifications: { alerts: ['ann@x.example'] } })).toEqual(['ann@x.example'])
})

test('replies go to the business unless the owner named another address', () => {
  expect(replyAddress({ business, sender: { name: 'Bloomera', replyTo: '' } })).toBe('hello@bloomera.example')
  expect(replyAddress({ business, sender: { name: 'Bloomera', replyTo: 'care@x.example' } })).toBe('care@x.example')
})

test('names the seller, with an address if there is one', () => {
  const contact = 'hello@bloomera.example · 801-555-0142'
  expect(sellerLines(business)).toEqual(['Bloomera LLC', contact])
  const address = '482 Orchard Lane, Provo, UT 84601'
  expect(sellerLines({ ...business, address })).toEqual(['Bloomera LLC', address, contact])
})

test('promises no delivery dates until the owner does', () => {
  expect(DEFAULT_DELIVERY).toEqual({
    isStated: false,
    handlingDays: 2,
    transit: { near: { from: 2, to: 3 }, rest: { from: 3, to: 5 }, far: { from: 5, to: 8 } },
    closedDays: [],
  })
})

test('says nothing about returns until the owner confirms the terms', () => {
  expect(statedReturns({ returns: DEFAULT_RETURNS })).toBeNull()
  expect(statedReturns({ returns: { ...DEFAULT_RETURNS, isStated: true } })).toEqual({
    days: 30,
    takesOpened: false,
    shopPays: false,
  })
})

test('links only the profiles that exist, in a fixed order', () => {
  expect(socialLinks(NO_SOCIAL_LINKS)).toEqual([])
  const links = { ...NO_SOCIAL_LINKS, youtube: 'https://youtube.com/@b', instagram: 'https://instagram.com/b' }
  expect(socialLinks(links)).toEqual([
    { name: 'Instagram', url: 'https://instagram.com/b' },
    { name: 'YouTube', url: 'https://youtube.com/@b' },
  ])
  const all = { instagram: 'i', facebook: 'f', tiktok: 't', pinterest: 'p', youtube: 'y' }
  expect(socialLinks(all).map(({ name }) => name)).toEqual(['Instagram', 'Facebook', 'TikTok', 'Pinterest', 'YouTube'])
})
