import { beforeAll, expect, test } from 'vitest'
import { inWords } from '#domain/catalogue/fact-rows.ts'
import type { Field } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import { OFFER_FIELDS } from '#domain/catalogue/offer-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { parseCsv, toCsvLine } from '#domain/text/csv.ts'
import { eventually } from '#test/eventually.ts'
import { formValues, visibleText } from '#test/form-values.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { createTestShop } from '#test/test-shop.ts'
import { IMPORT_COLUMNS } from './import-file.ts'

const database = useTestDatabase()
let desk: ReturnType<typeof createTestDesk>
let shop: Awaited<ReturnType<typeof createTestShop>>
let owner: string

beforeAll(async () => {
  desk = createTestDesk(database.current)
  shop = await createTestShop(database.current)
  owner = await desk.signIn('owner')
})

const SIZED = 'pure-bloom'
const SINGLE = 'orchard-hand-cuticle-oil'

/** Two values a form may send for a field, with the characters that trip up spreadsheets, quoting and markup. */
function unusual(name: string, field: Field): [string, string] {
  switch (field.kind) {
    case 'line':
      return [`=Nº 1 "${name}", 'x' & <b>`, `@Nº 2 “${name}”; y`]
    case 'text':
      return [`=1+1, "${name}" & <b>two</b>\n\nand 'three'`, `-2; "${name}"\n<i>five</i> &amp; six`]
    case 'list':
      return [`+first ${name}, "1"\nsecond & <b>`, `@third ${name}\n'fourth'`]
    case 'count':
      return [String(field.max), String(field.max - 1)]
    case 'ticks': {
      const [first = '', second = '', third = '', fourth = ''] = Object.keys(field.options)
      return [`${first}; ${third}`, `${second}; ${fourth}`]
    }
    case 'blend':
      throw new Error(`the form has more than one field for a ${field.kind}`)
  }
}

/** The values as cells of a file. */
type Case = { name: string; column: string; values: [string, string]; options?: Readonly<Record<string, string>> }

const TEXTS = Object.entries<Field>(PRODUCT_FIELDS).flatMap(([name, field]): Case[] =>
  field.column === undefined
    ? []
    : [
        {
          name,
          column: field.column,
          values: unusual(name, field),
          ...('options' in field && { options: field.options }),
        },
      ],
)

function offers(name: RegExp, pair: [string, string]): Case[] {
  return OFFER_FIELDS.filter((field) => name.test(field.name)).map((field) => ({ ...field, values: pair }))
}

/** Every form on the product's screen, with a product whose fields it can fill. */
const WALKS = [
  { form: 'texts', product: SIZED, cases: TEXTS },
  { form: 'prices', product: SIZED, cases: offers(/^price\d/, ['1234.50', '9.99']) },
  {
    form: 'prices',
    product: SINGLE,
    cases: [...offers(/^priceSingle$/, ['1234.50', '9.99']), ...offers(/^singleSize$/, ['4oz', '2oz'])],
  },
  { form: 'stock', product: SIZED, cases: offers(/^stock\d/, ['321', '0']) },
  { form: 'stock', product: SINGLE, cases: offers(/^stockSingle$/, ['321', '0']) },
  { form: 'sale', product: SIZED, cases: offers(/^isActive$/, ['no', 'yes']) },
]

/** What a browser sends: ticks are a field for each option. */
function inForm({ name, options }: Case, cell: string): Record<string, string> {
  if (!options) return { [name]: cell }
  const ticked = cell.split('; ')
  return Object.fromEntries(
    Object.keys(options).map((option) => [`${name}:${option}`, ticked.includes(option) ? 'yes' : '']),
  )
}

function filledForm(cases: readonly Case[], which: 0 | 1): Record<string, string> {
  return Object.assign({}, ...cases.map((field) => inForm(field, field.values[which]))) as Record<string, string>
}

function inCell({ name, options }: Case, sent: Record<string, string>): string {
  if (!options) return sent[name] ?? ''
  return Object.keys(options)
    .filter((option) => sent[`${name}:${option}`] === 'yes')
    .join('; ')
}

/** As people read it. */
function inText({ options, values }: Case, which: 0 | 1): string {
  const [line = ''] = values[which].split('\n')
  return options ? inWords(line.split('; ').map((option) => options[option] ?? '')) : line
}

function filled(cases: readonly Case[], which: 0 | 1): Record<string, string> {
  return Object.fromEntries(cases.map((field) => [field.name, field.values[which]]))
}

const productPath = (id: string) => `/admin/catalogue/products/${id}`

async function html(path: string): Promise<string> {
  const response = await desk.request(path, { cookie: owner })
  expect(response.status).toBe(200)
  return response.text()
}

async function formOf(path: string, action: string): Promise<Record<string, string>> {
  return formValues(await html(path), action)
}

/** The field values as the desk shows them. */
async function shown({ form, product, cases }: (typeof WALKS)[number]): Promise<Record<string, string>> {
  const path = productPath(product)
  const sent = await formOf(path, `${path}/${form}`)
  // The sale button sends the opposite of the current state.
  if (form === 'sale') return { isActive: sent.isActive === 'yes' ? 'no' : 'yes' }
  return Object.fromEntries(cases.map((field) => [field.name, inCell(field, sent)]))
}

/** Submits the whole form with some fields changed; returns the audit entry. */
async function save(path: string, action: string, change: Record<string, string>): Promise<string> {
  const { question: _confirmed, ...fields } = await formOf(path, action)
  const form = { ...fields, ...change }
  const response = await desk.request(action, { cookie: owner, form })
  expect(response.status).toBe(303)
  const flash = decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))
  return /"auditId":(\d+)/.exec(flash)?.[1] ?? ''
}

async function exported({ product, cases }: (typeof WALKS)[number]): Promise<Record<string, string | undefined>> {
  const file = await desk.request('/admin/catalogue/export.csv', { cookie: owner })
  const read = parseCsv(await file.text())
  const [head, ...rows] = read.ok ? read.rows : []
  const cells = rows.find((row) => row.cells[0] === product)?.cells ?? []
  return Object.fromEntries(cases.map(({ name, column }) => [name, cells[head?.cells.indexOf(column) ?? -1]]))
}

/** The screen with the plan of a file. */
async function planned(csv: string): Promise<string> {
  const body = new FormData()
  body.set('csv', csv)
  const sent = new Response(body)
  const response = await desk.app.request('/admin/catalogue/import', {
    method: 'POST',
    headers: {
      cookie: owner,
      'sec-fetch-site': 'same-origin',
      'content-type': sent.headers.get('content-type') ?? '',
    },
    body: await sent.arrayBuffer(),
  })
  return response.text()
}

/** Pastes a file, reviews its plan, and applies it; returns the audit entry. */
async function importSecond({ product, cases }: (typeof WALKS)[number]): Promise<string> {
  const head = toCsvLine(['id', ...cases.map(({ column }) => column)])
  const looked = await planned(head + toCsvLine([product, ...cases.map((field) => field.values[1])]))
  const form = formValues(looked, '/admin/catalogue/import')
  const applied = await desk.request('/admin/catalogue/import/apply', { cookie: owner, form })
  expect(applied.headers.get('location')).toBe('/admin/catalogue')
  const [entry] = await database.current.withConnection((connection) =>
    connection.rows('select max(id)::text as id from audit_log where subject_id = $1', [product]),
  )
  return String(entry?.id)
}

async function restore(auditId: string): Promise<void> {
  const form = { anyway: 'yes', back: '/admin/catalogue' }
  const response = await desk.request(`/admin/audit/${auditId}/restore`, { cookie: owner, form })
  expect(response.headers.get('location')).toBe('/admin/catalogue')
}

async function pageText(path: string): Promise<string> {
  return visibleText(await (await shop.app.request(path)).text())
}

test('covers every column of the import file in the walks below', () => {
  const walked = WALKS.flatMap(({ cases }) => cases.map(({ column }) => column))
  // Collections and ingredients are more than one field on the form; product-import.service.db.test.ts has them.
  const others = new Set(['id', 'collections', 'ingredients'])
  expect(walked.toSorted()).toEqual(IMPORT_COLUMNS.filter((column) => !others.has(column)).toSorted())
})

test.each(WALKS)('keeps every field of the $form of $product through form, file and undo', async (walk) => {
  const path = productPath(walk.product)
  const before = await shown(walk)
  const saved = await save(path, `${path}/${walk.form}`, filledForm(walk.cases, 0))
  expect(await shown(walk)).toEqual(filled(walk.cases, 0))
  expect(await exported(walk)).toEqual(filled(walk.cases, 0))

  const imported = await importSecond(walk)
  expect(await shown(walk)).toEqual(filled(walk.cases, 1))
  expect(await exported(walk)).toEqual(filled(walk.cases, 1))

  await restore(imported)
  expect(await shown(walk)).toEqual(filled(walk.cases, 0))
  await restore(saved)
  expect(await shown(walk)).toEqual(before)
})

test('shows every stored text next to the conflicting edit', async () => {
  const path = productPath(SIZED)
  const action = `${path}/texts`
  const stale = await formOf(path, action)
  const saved = await save(path, action, filledForm(TEXTS, 0))
  const response = await desk.request(action, { cookie: owner, form: { ...stale, ...filledForm(TEXTS, 1) } })
  expect(response.status).toBe(409)
  const page = await response.text()
  const mine = formValues(page, action)
  expect(Object.fromEntries(TEXTS.map((field) => [field.name, inCell(field, mine)]))).toEqual(filled(TEXTS, 1))
  const theirs = ({ options, values: [value] }: Case) =>
    options ? value.replaceAll(/[\w-]+/g, (option) => options[option] ?? '').replaceAll(';', ',') : value
  const isBeside = (field: Case) =>
    visibleText(new RegExp(`<p id="${field.name}-theirs".*?</p>`, 's').exec(page)?.[0] ?? '').includes(theirs(field))
  expect(TEXTS.filter((field) => !isBeside(field))).toEqual([])
  await restore(saved)
})

test('refuses a form that lacks one of its fields and clears nothing', async () => {
  const path = productPath(SIZED)
  const action = `${path}/texts`
  const before = await formOf(path, action)
  for (const { name } of TEXTS) {
    const { [name]: _left, ...form } = before
    const response = await desk.request(action, { cookie: owner, form })
    expect(response.status, name).toBe(422)
    const page = await response.text()
    expect(new RegExp(`id="${name}-error"[^>]*>([^<]*)`).exec(page)?.[1]).toContain('The form was sent without this')
  }
  expect(await formOf(path, action)).toEqual(before)
})

test('shows every public field on the product’s page, and labels it in the log as in the form', async () => {
  const path = productPath(SIZED)
  const isPublic = ({ name }: Case) => PRODUCT_FIELDS[name as keyof typeof PRODUCT_FIELDS].isPublic
  for (const which of [0, 1] as const) {
    await save(path, `${path}/texts`, filledForm(TEXTS, which))
    for (const field of TEXTS.filter(isPublic))
      await eventually(async () => (await pageText(`/products/${SIZED}`)).includes(inText(field, which)))
    for (const field of TEXTS.filter((one) => !isPublic(one)))
      expect(await pageText(`/products/${SIZED}`)).not.toContain(inText(field, which))
  }
  const log = visibleText(await html(`/admin/audit?subject=${SIZED}`))
  const labels = TEXTS.map(({ name }) => PRODUCT_FIELDS[name as keyof typeof PRODUCT_FIELDS].label)
  expect(labels.filter((label) => !log.includes(label))).toEqual([])
})

test('keeps the order of ingredients through form and undo', async () => {
  const path = productPath('velvet-contour-serum')
  const action = `${path}/texts`
  const before = await formOf(path, action)
  const first = Object.keys(before).find((name) => name.startsWith('place:') && before[name] === '1') ?? ''
  const saved = await save(path, action, { [first]: '99', [first.replace('place:', 'key:')]: '' })
  expect((await formOf(path, action))[first]).not.toBe('1')
  await restore(saved)
  expect(await formOf(path, action)).toEqual(before)
})

test('leaves a field alone that is newer than the audit entry being restored', async () => {
  const path = productPath('petal-renewal-serum')
  const saved = await save(path, `${path}/texts`, { howToUse: 'Use it sparingly.' })
  // As if the patch test field had not existed when it was written.
  const [old] = await database.current.withConnection((connection) =>
    connection.rows(
      `insert into audit_log (actor, action, subject_kind, subject_id, before, after)
       select actor, action, subject_kind, subject_id, before - 'patchTest', after - 'patchTest' from audit_log
       where id = $1 returning id::text`,
      [saved],
    ),
  )
  await save(path, `${path}/texts`, { patchTest: 'Try it on your wrist.' })
  await restore(String(old?.id))
  const { howToUse, patchTest } = await formOf(path, `${path}/texts`)
  expect(patchTest).toBe('Try it on your wrist.')
  expect(howToUse).not.toBe('Use it sparingly.')
})

test('keeps every field of an ingredient through form and undo, and shows it to shoppers', async () => {
  const path = '/admin/catalogue/ingredients/squalane'
  const before = await formOf(path, path)
  const words = Object.entries<Field>(INGREDIENT_FIELDS).filter(([, field]) => field.kind !== 'ticks')
  const change = Object.fromEntries(words.map(([name, field]) => [name, unusual(name, field)[0]]))
  const saved = await save(path, path, { ...change, 'groups:coconut': 'yes' })
  const after = await formOf(path, path)
  expect(after).toEqual({ ...before, ...change, 'groups:coconut': 'yes', expectedVersion: after.expectedVersion })
  for (const text of Object.values(change))
    await eventually(async () => (await pageText('/ingredients')).includes(text.split('\n')[0] ?? ''))
  await restore(saved)
  expect(await formOf(path, path)).toEqual(before)
})

test('refuses an unscented oil with essential oils, in the form and in a file', async () => {
  const path = productPath(SIZED)
  const action = `${path}/texts`
  const before = await formOf(path, action)
  const response = await desk.request(action, { cookie: owner, form: { ...before, 'scents:unscented': 'yes' } })
  expect(response.status).toBe(422)
  expect(visibleText(await response.text())).toContain('Essential oils are among its ingredients')
  const look = async (cell: string) =>
    visibleText(await planned(toCsvLine(['id', 'scents']) + toCsvLine([SIZED, cell])))
  expect(await look('unscented')).toContain('Essential oils are among its ingredients')
  expect(await look('floral; petrol')).toContain('There is no “petrol” here.')
  expect(await formOf(path, action)).toEqual(before)
})

test('derives what an oil is free of from its ingredients, however they change', async () => {
  const glossary = '/admin/catalogue/ingredients/jojoba-oil'
  const text = async () => (await pageText('/products/meadow-calm-oil')).replaceAll(/\s+/g, ' ')
  expect(await text()).toContain('Free of Nuts, coconut, essential oils, stone fruit kernels, olive')
  expect(await text()).toContain('Every ingredient comes from plants')
  const saved = await save(glossary, glossary, { 'groups:essential-oils': 'yes', 'origin:plants': '' })
  await eventually(async () => (await text()).includes('Contains Essential oils'))
  expect(await text()).not.toContain('Every ingredient comes from plants')
  expect(await text()).not.toContain('Unscented.')
  await restore(saved)
  await eventually(async () => (await text()).includes('Unscented.'))
})
