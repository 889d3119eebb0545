import { expect, test } from 'vitest'
import { parseState, STATE_CODES, US_STATES } from './us-states.ts'
import { isZipOfState } from './zip-of-state.ts'

test('has the fifty states and the District of Columbia', () => {
  expect(STATE_CODES).toHaveLength(51)
})

test.each(['UT', 'ut', ' Utah ', 'UTAH'])('reads %j as Utah', (typed) => {
  expect(parseState(typed)).toBe('UT')
})

test.each(['', 'XX', 'Ontario', 'ＵＴ', 'Utah.', 'U T'])('does not read %j as a state', (typed) => {
  expect(parseState(typed)).toBeUndefined()
})

test('recognizes every state by its name', () => {
  for (const code of STATE_CODES) expect(parseState(US_STATES[code])).toBe(code)
})

test.each([
  ['84101', 'UT'],
  ['84101-1234', 'UT'],
  ['90001', 'CA'],
  ['02134', 'MA'],
  ['05501', 'MA'],
  ['06390', 'NY'],
  ['73301', 'TX'],
] as const)('accepts %s in %s', (zip, state) => {
  expect(isZipOfState(zip, state)).toBe(true)
})

test.each([
  ['84101', 'CA'],
  ['90001', 'UT'],
  ['00601', 'NY'],
  ['05501', 'VT'],
  ['73301', 'OK'],
] as const)('rejects %s in %s', (zip, state) => {
  expect(isZipOfState(zip, state)).toBe(false)
})

test('names states as the post office does', () => {
  expect(STATE_CODES.map((code) => `${code} ${US_STATES[code]}`).join(', ')).toBe(
    'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming',
  )
})

test('covers every ZIP range of a state from first to last, and no further', () => {
  const ranges =
    'AL 350-369 AK 995-999 AZ 850-865 AR 716-729 CA 900-961 CO 800-816 CT 060-069 DE 197-199 DC 200-200 DC 202-205 DC 569-569 FL 320-349 GA 300-319 GA 398-399 HI 967-968 ID 832-838 IL 600-629 IN 460-479 IA 500-528 KS 660-679 KY 400-427 LA 700-714 ME 039-049 MD 206-219 MA 010-027 MA 055-055 MI 480-499 MN 550-567 MS 386-397 MO 630-658 MT 590-599 NE 680-693 NV 889-898 NH 030-038 NJ 070-089 NM 870-884 NY 005-005 NY 063-063 NY 100-149 NC 270-289 ND 580-588 OH 430-459 OK 730-732 OK 734-749 OR 970-979 PA 150-196 RI 028-029 SC 290-299 SD 570-577 TN 370-385 TN 422-422 TX 733-733 TX 750-799 TX 885-885 UT 840-847 VT 050-054 VT 056-059 VA 201-201 VA 220-246 WA 980-994 WV 247-268 WI 530-549 WY 820-831 WY 834-834'
  const found = STATE_CODES.flatMap((state) => {
    const prefixes = Array.from({ length: 1000 }, (_, prefix) => String(prefix).padStart(3, '0'))
    const own = prefixes.filter((prefix) => isZipOfState(`${prefix}01`, state))
    const starts = own.filter((prefix) => !own.includes(String(Number(prefix) - 1).padStart(3, '0')))
    const ends = own.filter((prefix) => !own.includes(String(Number(prefix) + 1).padStart(3, '0')))
    return starts.map((start, index) => `${state} ${start}-${ends[index]}`)
  })
  expect(found.join(' ')).toBe(ranges)
})

test('has a prefix in two states only where the border runs through it', () => {
  const prefixes = Array.from({ length: 1000 }, (_, prefix) => String(prefix).padStart(3, '0'))
  const shared = prefixes.flatMap((prefix) => {
    const states = STATE_CODES.filter((state) => isZipOfState(`${prefix}01`, state))
    return states.length > 1 ? [`${prefix} ${states.join(' ')}`] : []
  })
  expect(shared).toEqual(['063 CT NY', '422 KY TN', '834 ID WY'])
})
