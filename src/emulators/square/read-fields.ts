import { ApiError } from './api-error.ts'
import type { ErrorDetail, JsonObject, Money } from './objects.ts'

type TextRule = { isRequired?: boolean; min?: number; max?: number; pattern?: RegExp; code?: string }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a request body field by field and reports all errors at once, as Square does. */
export function readFields(body: JsonObject, prefix = '') {
  const errors: ErrorDetail[] = []

  function complain(code: string, detail: string, name: string): undefined {
    errors.push({ category: 'INVALID_REQUEST_ERROR', code, detail, field: prefix + name })
  }

  function text(name: string, { isRequired = false, min = 0, max, pattern, code }: TextRule = {}): string | undefined {
    const value = body[name]
    if (value === undefined || value === null) {
      return isRequired ? complain('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', name) : undefined
    }
    if (typeof value !== 'string') return complain('EXPECTED_STRING', 'Expected a string value.', name)
    if (value.length < min) return complain('VALUE_EMPTY', 'Field must not be blank.', name)
    // Lengths are counted in bytes: "fewer characters if multi-byte characters are used".
    if (max !== undefined && Buffer.byteLength(value) > max) {
      return complain('VALUE_TOO_LONG', `Field must not be greater than ${max} length`, name)
    }
    if (pattern && !pattern.test(value)) return complain(code ?? 'INVALID_VALUE', 'Invalid value.', name)
    return value
  }

  function flag(name: string): boolean | undefined {
    const value = body[name]
    if (value === undefined || value === null) return undefined
    return typeof value === 'boolean' ? value : complain('EXPECTED_BOOLEAN', 'Expected a boolean value.', name)
  }

  function object(name: string): JsonObject | undefined {
    const value = body[name]
    if (value === undefined || value === null) return undefined
    return isObject(value) ? value : complain('EXPECTED_OBJECT', 'Expected an object.', name)
  }

  function money(name: string, { isRequired = false } = {}): Money | undefined {
    const value = object(name)
    if (!value) {
      if (isRequired && body[name] === undefined) {
        complain('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', name)
      }
      return undefined
    }
    const { amount, currency } = value
    if (!Number.isSafeInteger(amount))
      return complain('EXPECTED_INTEGER', 'Expected an integer value.', `${name}.amount`)
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
      return complain('INVALID_VALUE', 'Expected an ISO 4217 currency code.', `${name}.currency`)
    }
    return { amount: Number(amount), currency }
  }

  return {
    text,
    flag,
    object,
    money,
    complain,
    finish(): void {
      if (errors.length > 0) throw new ApiError(400, errors)
    },
  }
}
