/** One line of a benchmark's answer. `target` as text beside the value; `met` undefined where there is none. */
export type Row = { label: string; value: number | string; unit?: string; target?: string; met?: boolean }

export const atMost = (label: string, value: number, limit: number, unit = ''): Row => ({
  label,
  value,
  unit,
  target: `at most ${limit} ${unit}`.trim(),
  met: value <= limit,
})

export const atLeast = (label: string, value: number, limit: number, unit = ''): Row => ({
  label,
  value,
  unit,
  target: `at least ${limit} ${unit}`.trim(),
  met: value >= limit,
})

export const note = (label: string, value: number | string, unit = ''): Row => ({ label, value, unit })

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

export const percentile = (values: number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
