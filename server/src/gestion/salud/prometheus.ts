/** One figure of Prometheus' text format, with its samples. `suffix`: of a histogram's parts. */
export type Figura = {
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  samples: { labels?: Record<string, string | number>; suffix?: string; value: number }[]
}

export const gauge = (name: string, help: string, value: number): Figura => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
})

/** Version 0.0.4 of the format. A figure without samples is left out. */
export const prometheusText = (figuras: Figura[]): string =>
  figuras
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ labels = {}, suffix = '', value }) => `${name}${suffix}${labelsOf(labels)} ${value}`,
      )
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
    })
    .join('')

function labelsOf(labels: Record<string, string | number>): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${quoted(String(value))}"`)
  return written.length > 0 ? `{${written.join(',')}}` : ''
}

const quoted = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
