import { brokenLinkIn } from './inline.ts'
import { isLinkTarget } from './link-target.ts'
import { placeholderProblem } from './placeholders.ts'
import type { Block, Link, Slot, SlotValue, TextRules } from './slots.ts'

/** Problems by the part of the slot they are about: '' is the slot itself, '0.title' a field of its first item. */
export type Problems = Record<string, string>

const BLOCK_LENGTHS = { paragraph: 1500, heading: 120, link: 60, picture: 300, list: 1500 } as const

/** What is wrong with a value, worded for the owner. Empty if it can be published. */
export function problemsOf(slot: Slot, value: SlotValue, facts: readonly string[]): Problems {
  const problems: Problems = {}
  const check = (part: string, text: string, rules: TextRules) => {
    const problem = textProblem(text, rules, facts)
    if (problem) problems[part] = problem
  }
  const checkTarget = (part: string, to: string) => {
    if (!isLinkTarget(to))
      problems[part] = 'Enter a page such as /about, an address that starts with https://, or mailto: and a mailbox.'
  }
  if (slot.kind === 'text') check('', value as string, slot)
  else if (slot.kind === 'link') {
    const { label, to } = value as Link
    check('label', label, slot)
    checkTarget('to', to)
  } else if (slot.kind === 'items') {
    const items = value as readonly Record<string, string>[]
    checkCount(problems, items.length, slot, slot.noun)
    for (const [index, item] of items.entries())
      for (const [field, rules] of Object.entries(slot.fields)) {
        check(`${index}.${field}`, item[field] ?? '', rules)
        if (rules.choices && !rules.choices.some(([choice]) => choice === item[field]))
          problems[`${index}.${field}`] = 'Choose one from the list.'
      }
  } else {
    const all = value as readonly Block[]
    checkCount(problems, all.length, slot, 'block')
    for (const [index, block] of all.entries()) {
      const max = BLOCK_LENGTHS[block.kind]
      if (block.kind === 'list') {
        check(`${index}.text`, block.items.join('\n'), { max, isRich: true })
        continue
      }
      const text = block.kind === 'link' ? block.label : block.kind === 'picture' ? block.alt : block.text
      check(`${index}.text`, text, { max, isRich: block.kind === 'paragraph' || block.kind === 'heading' })
      if (block.kind === 'link') checkTarget(`${index}.to`, block.to)
      if (block.kind === 'picture' && !/^\/uploads\/[0-9a-f]{20}$/.test(block.address))
        problems[`${index}.address`] = 'Choose a picture.'
    }
  }
  return problems
}

function checkCount(problems: Problems, count: number, { min, max }: { min: number; max: number }, noun: string): void {
  if (count < min) problems[''] = min === 1 ? `Keep at least one ${noun}.` : `Keep at least ${min} ${noun}s.`
  if (count > max) problems[''] = `There is room for ${max} ${noun}s.`
}

function textProblem(text: string, rules: TextRules, facts: readonly string[]): string | undefined {
  const { max, isOptional = false, isRich = false, placeholders = [], required = [] } = rules
  if (text === '') return isOptional ? undefined : 'Write something here.'
  if (text.length > max) return `This is ${text.length} characters long. Use ${max} at most.`
  const broken = isRich ? brokenLinkIn(text) : undefined
  if (broken !== undefined)
    return `The link “${broken}” leads nowhere. Give it a page such as /about, or an address that starts with https://.`
  return placeholderProblem(text, { known: [...facts, ...placeholders], required })
}

/** A stored value, if it still fits the slot: an older version of the shop may have stored another shape. */
export function readStoredValue(slot: Slot, stored: unknown, facts: readonly string[]): SlotValue | undefined {
  if (!hasShape(slot, stored)) return undefined
  return Object.keys(problemsOf(slot, stored, facts)).length === 0 ? stored : undefined
}

function hasShape(slot: Slot, stored: unknown): stored is SlotValue {
  if (slot.kind === 'text') return typeof stored === 'string'
  if (slot.kind === 'link') return isTexts(stored, ['label', 'to'])
  if (!Array.isArray(stored)) return false
  return slot.kind === 'items'
    ? stored.every((item) => isTexts(item, Object.keys(slot.fields)))
    : stored.every((block) => isBlock(block))
}

function isBlock(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('kind' in block)) return false
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return isTexts(block, ['kind', 'text'])
    case 'link':
      return isTexts(block, ['kind', 'label', 'to'])
    case 'picture':
      return isTexts(block, ['kind', 'address', 'alt'])
    case 'list':
      return 'items' in block && Array.isArray(block.items) && block.items.every((item) => typeof item === 'string')
    default:
      return false
  }
}

function isTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const texts = new Map<string, unknown>(Object.entries(value))
  return names.every((name) => typeof texts.get(name) === 'string')
}
