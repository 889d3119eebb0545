import { readdir, readFile } from 'node:fs/promises'
import { floors, type Sample, trendPercent } from './trend.ts'

/** Repeated samples of a shop process. */
export type Measures = { rssMb: Sample[]; heapMb: Sample[]; descriptors: Sample[] }

const FLOORS = 10

/** Takes a sample of each measure, unless the process has ended. It reports its heap, the system everything else. */
export async function takeSample(measures: Measures, pid: number, metrics: string, at: number): Promise<void> {
  const [status, files] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    readdir(`/proc/${pid}/fd`).catch(() => []),
  ])
  const rssKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
  const heapBytes = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1])
  if (Number.isNaN(rssKb)) return
  if (Number.isNaN(heapBytes)) throw new Error(`process ${pid} doesn't report its memory: ${metrics}`)
  measures.rssMb.push({ at, value: rssKb / 1024 })
  measures.heapMb.push({ at, value: heapBytes / 1024 / 1024 })
  measures.descriptors.push({ at, value: files.length })
}

export type Trends = Record<keyof Measures, { percent: number; first: number; last: number }>

/** Samples since a moment, because until then caches fill and code is compiled. */
export function trendsSince(measures: Measures, start: number): Trends {
  const since = (samples: readonly Sample[]) => samples.filter(({ at }) => at >= start)
  const describe = (samples: readonly Sample[]) => ({
    percent: trendPercent(samples),
    first: samples[0]?.value ?? Number.NaN,
    last: samples.at(-1)?.value ?? Number.NaN,
  })
  return {
    rssMb: describe(since(measures.rssMb)),
    heapMb: describe(floors(since(measures.heapMb), FLOORS)),
    descriptors: describe(since(measures.descriptors)),
  }
}
