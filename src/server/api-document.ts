import { z } from 'zod'
import { ANSWERS, type Operation, OPERATIONS, REQUESTS } from './api-operations.ts'

type Json = Record<string, unknown>

/** The HTTP API as an OpenAPI 3.1 document, generated from the schemas that the shop itself uses. */
export function toApiDocument(origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const [address, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = address.split(' ', 2)
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(address, operation) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bloomera',
      version: '1',
      description: 'Products and reviews to read, and the functions that the shop’s pages call.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { ...toSchemas(REQUESTS, 'input'), ...toSchemas(ANSWERS, 'output') },
      securitySchemes: { publicKey: { type: 'http', scheme: 'bearer', description: 'The key on every page.' } },
    },
  }
}

function describe(address: string, { summary, parameters, request, answer, refusal, needsKey }: Operation): Json {
  return {
    operationId: address.replaceAll(/^GET \/api\/|^POST \/functions\/v1\/|[{}]/g, '').replaceAll(/[/.]/g, '-'),
    summary,
    ...(parameters && {
      parameters: parameters.map((parameter) => ({ ...parameter, required: parameter.in === 'path' })),
    }),
    ...(request && { requestBody: { required: true, content: json(request) } }),
    ...(needsKey && { security: [{ publicKey: [] }] }),
    responses: {
      ...toResponses(answer),
      default: {
        description: 'The request was refused. With status 429 or 503 it may be sent again later.',
        headers: { 'retry-after': { description: 'Seconds, with status 429 and 503.', schema: { type: 'integer' } } },
        content: json(refusal),
      },
    },
  }
}

function toResponses(answer: Operation['answer']): Json {
  if (answer === 'nothing') return { 204: { description: 'Done.' } }
  if (answer === 'document')
    return { 200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } } }
  if (answer === 'events') {
    const schema = { type: 'string', description: 'Server-sent events; the data of each is a RatingSummary as JSON.' }
    return { 200: { description: 'Open until the client closes it.', content: { 'text/event-stream': { schema } } } }
  }
  return { 200: { description: 'Done.', content: json(answer) } }
}

function json(name: string): Json {
  return { 'application/json': { schema: { $ref: refTo(name) } } }
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

function toSchemas(named: Record<string, z.core.$ZodType>, io: 'input' | 'output'): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri: refTo, override: tidy })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [name, schema]),
  )
}

/** Marks every field as required or optional as the schema does, and omits JavaScript's number limits. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (!('shape' in zodSchema) || !jsonSchema.required) return
  const fields = zodSchema.shape as Record<string, z.core.$ZodType>
  jsonSchema.required = jsonSchema.required.filter((name) => {
    const field = fields[name]
    return field && !z.safeParse(field, undefined).success
  })
}
