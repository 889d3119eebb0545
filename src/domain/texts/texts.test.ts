import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterChange } from './edit-fields.ts'
import { parseInline, plainInline } from './inline.ts'
import { isLinkTarget } from './link-target.ts'
import { claimsIn } from './page-claims.ts'
import { NO_CONTENT, readContent, textsIn, wordsIn } from './page-content.ts'
import { fillPlaceholders } from './placeholders.ts'
import { readFields, tidyFields, toFields } from './slot-fields.ts'
import { problemsOf } from './slot-values.ts'
import { isTextKey, slotsOf, TEXT_KEYS, textPage } from './text-pages.ts'

const { home, about } = { home: 'home', about: 'about' } as const

describe('the shop’s own words', () => {
  test.each(TEXT_KEYS)('of %s could have been typed by the owner', (key) => {
    const page = textPage(key)
    for (const { name, slot } of slotsOf(page))
      expect(`${name} ${JSON.stringify(problemsOf(slot, slot.initial, page.facts))}`).toBe(`${name} {}`)
    const fields = toFields(key, NO_CONTENT)
    expect(readFields(key, fields, NO_CONTENT)).toEqual({ content: {}, errors: {} })
    expect(tidyFields(key, fields)).toEqual(fields)
  })

  test('are read by section and slot, with facts filled in', () => {
    expect(textsIn('contact', NO_CONTENT, { replyTime: 'within 24 hours' }).head.lead).toBe(
      'We reply within 24 hours, usually sooner.',
    )
    expect(textsIn(home, NO_CONTENT).selling.points.map(({ title }) => title)).toEqual([
      'All botanical',
      'Small batches',
      'Gentle by design',
    ])
  })

  test('recognizes its pages and nothing else', () => {
    expect(TEXT_KEYS.every(isTextKey)).toBe(true)
    for (const other of ['', 'toString', '__proto__', 'Home']) expect(isTextKey(other)).toBe(false)
  })
})

describe('what the owner changes', () => {
  const stored = readFields(home, { ...toFields(home, NO_CONTENT), 'hero.eyebrow': 'Oils' }, NO_CONTENT).content

  test('is the only part stored, so that the rest keeps the defaults', () => {
    expect(stored).toEqual({ 'hero.eyebrow': 'Oils' })
    expect(textsIn(home, stored).hero).toMatchObject({
      eyebrow: 'Oils',
      button: { label: 'Shop All', to: '/shop-all' },
    })
  })

  test('stays unchanged if a form does not include it', () => {
    expect(readFields(home, {}, stored).content).toEqual(stored)
    expect(tidyFields(home, { do: 'publish' })).toEqual({ do: 'publish' })
  })

  test('is the default again once it says the same', () => {
    const back = { ...toFields(home, stored), 'hero.eyebrow': ' Botanical  skincare oils ' }
    expect(readFields(home, back, stored).content).toEqual({})
  })

  test('is refused with a sentence at its field', () => {
    const { errors } = readFields(
      home,
      {
        ...toFields(home, NO_CONTENT),
        'hero.headline': '',
        'hero.text': 'Free over {freeShipping}',
        'hero.eyebrow': 'x'.repeat(41),
        'hero.button.to': 'javascript:alert(1)',
        'newsletter.text': 'Ten { percent',
      },
      NO_CONTENT,
    )
    expect(errors).toEqual({
      'hero.eyebrow': 'This is 41 characters long. Use 40 at most.',
      'hero.headline': 'Write something here.',
      'hero.text': expect.stringMatching(/nothing to put in place of \{freeShipping\}\. Use \{freeShippingFrom\}/),
      'hero.button.to': expect.stringContaining('https://'),
      'newsletter.text': expect.stringContaining('stands alone'),
    })
  })

  test.each(['[x](javascript:alert(1))', '[x](https://)', 'a [x](about) b', '[y](/about) [x]('])(
    'may not have an invalid link: %s',
    (text) => {
      const leadsNowhere = { 'hero.text': expect.stringContaining('The link “x” leads nowhere.') as string }
      expect(readFields(home, { 'hero.text': text }, NO_CONTENT).errors).toEqual(leadsNowhere)
      const block = { 'story.body': 'list', 'story.body.0.kind': 'list', 'story.body.0.text': `Fine\n${text}` }
      expect(Object.keys(readFields(about, block, NO_CONTENT).errors)).toEqual(['story.body.0.text'])
    },
  )

  test('must keep the placeholders that readers need', () => {
    const { errors } = readFields('mail-order-confirmation', { 'email.subject': 'Thanks!' }, NO_CONTENT)
    expect(errors).toEqual({ 'email.subject': '{order} is missing. Readers need it.' })
  })

  test('counts as unchanged if it no longer fits the page', () => {
    const kept = { 'hero.eyebrow': 'Oils' }
    for (const odd of [
      { 'hero.button': 'text' },
      { 'selling.points': {} },
      { 'selling.points': [{ title: 1 }] },
      { gone: 'x' },
    ])
      expect(readContent(home, { ...kept, ...odd })).toEqual(kept)
    expect(readContent(about, { 'story.body': [{ kind: 'script', text: 'x' }] })).toEqual({})
    for (const nothing of [null, undefined, 'text', 7]) expect(readContent(home, nothing)).toEqual({})
  })
})

describe('lists and blocks', () => {
  const fields = toFields(about, NO_CONTENT)
  const kinds = (changed: Record<string, string> | undefined) =>
    Object.entries(changed ?? {}).flatMap(([name, kind]) => (/^story\.body\.\d+\.kind$/.test(name) ? [kind] : []))

  test('are moved, added and removed without saving anything', () => {
    const change = (what: string) => afterChange(about, { ...fields, change: what })?.fields
    expect(kinds(change('up:story.body:2'))).toEqual(['paragraph', 'heading', 'paragraph', 'paragraph', 'paragraph'])
    expect(kinds(change('down:story.body:2'))).toEqual(['paragraph', 'paragraph', 'paragraph', 'heading', 'paragraph'])
    expect(kinds(change('remove:story.body:2'))).toEqual(['paragraph', 'paragraph', 'paragraph', 'paragraph'])
    expect(kinds(change('add:story.body:list')).at(-1)).toBe('list')
    expect(kinds(change('up:story.body:0'))).toEqual(kinds(fields))
    for (const odd of ['up:story.body:99', 'up:head.title:0', 'up:nothing:0', 'x', ''])
      expect(kinds(change(odd) ?? fields)).toEqual(kinds(fields))
  })

  test('can be reset to the defaults', () => {
    const changed = { ...fields, 'story.body.0.text': 'Mine', 'head.title': 'Mine' }
    const back = afterChange(about, { ...changed, change: 'reset:story.body' })?.fields ?? {}
    expect(readFields(about, back, NO_CONTENT).content).toEqual({ 'head.title': 'Mine' })
  })

  test('leave out what is empty', () => {
    const added = afterChange(about, { ...fields, change: 'add:story.body:picture' })?.fields ?? {}
    expect(readFields(about, added, NO_CONTENT)).toEqual({ content: {}, errors: {} })
    expect(tidyFields(about, added)).toEqual(fields)
  })

  test('survive any form with every word kept or refused', () => {
    const raw = fc.record({
      kind: fc.constantFrom('paragraph', 'heading', 'list', 'link', 'picture', 'script', ''),
      text: fc.string({ maxLength: 60 }),
      to: fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('/about', 'https://example.com', 'javascript:x')),
      address: fc.constantFrom('', '/uploads/0123456789abcdef0123', '/uploads/../x'),
    })
    fc.assert(
      fc.property(fc.array(raw, { maxLength: 6 }), (items) => {
        const typed: Record<string, string> = { 'story.body': 'list' }
        for (const [index, item] of items.entries())
          for (const [name, value] of Object.entries(item)) typed[`story.body.${index}.${name}`] = value
        const { content, errors } = readFields(about, typed, NO_CONTENT)
        if (Object.keys(errors).length > 0) return
        // What was accepted is stored, read and shown again unchanged.
        expect(readContent(about, structuredClone(content))).toEqual(content)
        expect(readFields(about, toFields(about, content), NO_CONTENT)).toEqual({ content, errors: {} })
        expect(JSON.stringify(content)).not.toMatch(/javascript:x"|\.\.\/x/)
      }),
    )
  })
})

describe('marks in a text', () => {
  test('are italics, bold words and links', () => {
    expect(parseInline('Slow *quiet* and **bold**, see [the guide](/routine-guide).')).toEqual([
      { kind: 'text', text: 'Slow ' },
      { kind: 'italic', text: 'quiet' },
      { kind: 'text', text: ' and ' },
      { kind: 'bold', text: 'bold' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'the guide', to: '/routine-guide' },
      { kind: 'text', text: '.' },
    ])
  })

  test('stay as typed if they are not marks', () => {
    for (const text of ['5 * 3', '[x](javascript:alert(1))', '[x](data:text/html,y)', '**', '[](/a)', '<b>x</b>'])
      expect(parseInline(text)).toEqual([{ kind: 'text', text }])
  })

  test('never lose a character and never link to anything executable', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '[',
      ']',
      '(',
      ')',
      '/a',
      'javascript:',
      'https://x.io',
      ' ',
      'w',
      '\n',
      '<',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const runs = parseInline(text)
        const typed = runs.map((run) => {
          if (run.kind === 'italic') return `*${run.text}*`
          if (run.kind === 'bold') return `**${run.text}**`
          return run.kind === 'link' ? `[${run.text}](${run.to})` : run.text
        })
        expect(typed.join('')).toBe(text)
        const targets = runs.flatMap((run) => (run.kind === 'link' ? [run.to] : []))
        expect(targets.filter((to) => !/^(\/(?!\/)|https?:\/\/|mailto:)/.test(to))).toEqual([])
      }),
    )
  })

  test('are left out of the plain text', () => {
    expect(plainInline('**It** [heals](/a) *all*')).toBe('It heals all')
  })
})

describe('link targets', () => {
  test.each([
    '/',
    '/about',
    '/products/pure-bloom?size=1oz#reviews',
    'https://example.com/a?b=c',
    'mailto:a@b.example',
  ])('%s', (to) => expect(isLinkTarget(to)).toBe(true))

  test.each([
    '',
    'about',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'https://shop@evil.example',
    'https://a b.example',
    'ftp://example.com',
    'mailto:a@b.example?bcc=x@y.example',
    'https://example.com/"onload=x',
    `/${'a'.repeat(600)}`,
  ])('not %s', (to) => expect(isLinkTarget(to)).toBe(false))
})

test('a value that looks like a placeholder is not filled again', () => {
  expect(fillPlaceholders('Hello {name}, {order}', { name: '{order}', order: 'BLM' })).toBe('Hello {order}, BLM')
  expect(fillPlaceholders('{toString} {constructor}', {})).toBe('{toString} {constructor}')
})

test('asks about claims that the owner writes, formatted or not, but not about the default texts', () => {
  const claims = (content: Record<string, string>) => claimsIn(home, content).map(({ phrase }) => phrase)
  expect(claims({ 'hero.text': 'It **heals** skin' })).toEqual(['heals'])
  expect(claims({ 'hero.text': 'It hea*ls* skin' })).toEqual(['heals'])
  expect(claims({ 'hero.text': 'It feels good' })).toEqual([])
  const steps = textsIn('routine-guide', NO_CONTENT).steps.steps
  const reworded = steps.map((step, index) => (index === 0 ? { ...step, text: 'Cures acne.' } : step))
  expect(claimsIn('routine-guide', { 'steps.steps': reworded }).map(({ phrase }) => phrase)).toEqual(['Cures', 'acne'])
  expect(wordsIn(reworded).join(' ')).toContain('Sunscreen')
})
