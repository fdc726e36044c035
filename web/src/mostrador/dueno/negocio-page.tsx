import type { Ajustes } from '@imprimitodo/shared/api/mostrador'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../board/load-error.tsx'
import { ask } from '../session/ask.ts'
import { useDueno, useRefresh } from './datos.ts'
import styles from './dueno.module.css'
import { type Campo, Editor, type Valores } from './editor.tsx'
import { Marco } from './marco.tsx'
import { numberOf, textOf, typed } from './valores.ts'

const REDES = ['Instagram', 'Facebook', 'TikTok'] as const

type Parte = {
  title: string
  /** What is read on the page. */
  facts: (ajustes: Ajustes) => string[]
  campos: Campo[]
  inicial: (ajustes: Ajustes) => Valores
  body: (valores: Valores, ajustes: Ajustes) => Partial<Ajustes>
}

const PARTES: Parte[] = [
  {
    title: 'Quién vende',
    facts: ({ vendedor: { razon_social, cuit, condicion_iva, domicilio, email, telefono } }) => [
      `${razon_social} · CUIT ${cuit} · ${condicion_iva === 'RI' ? 'Responsable inscripto' : 'Monotributo'}`,
      domicilio,
      [email, telefono].filter(Boolean).join(' · '),
    ],
    campos: [
      { name: 'razon_social', label: 'Nombre o razón social' },
      { name: 'cuit', label: 'CUIT', hint: '11 dígitos, sin guiones.' },
      {
        ...{ name: 'condicion_iva', label: 'Condición frente al IVA' },
        opciones: [
          ['MT', 'Monotributo'],
          ['RI', 'Responsable inscripto'],
        ],
      },
      { name: 'domicilio', label: 'Domicilio' },
      { name: 'email', label: 'E-mail' },
      { name: 'telefono', label: 'Teléfono' },
      { name: 'data_fiscal_url', label: 'Dirección de la Data Fiscal', hint: 'De ARCA; vacío si no hay.' },
    ],
    inicial: ({ vendedor }) => ({ ...vendedor, data_fiscal_url: vendedor.data_fiscal_url ?? '' }),
    body: (valores) => ({
      vendedor: {
        razon_social: textOf(valores.razon_social),
        cuit: textOf(valores.cuit),
        condicion_iva: valores.condicion_iva === 'RI' ? 'RI' : 'MT',
        domicilio: textOf(valores.domicilio),
        email: textOf(valores.email),
        telefono: textOf(valores.telefono),
        data_fiscal_url: textOf(valores.data_fiscal_url) || null,
      },
    }),
  },
  {
    title: 'Redes y kit de banderas',
    facts: ({ redes, kit_banderas }) => [
      ...redes.map(({ nombre, url }) => `${nombre}: ${url}`),
      kit_banderas ? `Kit de banderas: /${kit_banderas}.pdf` : 'Sin kit de banderas',
    ],
    campos: [
      ...REDES.map((nombre) => ({ name: nombre, label: nombre, hint: 'https://…; vacío si no hay.' })),
      {
        name: 'kit_banderas',
        label: 'Dirección del kit de banderas',
        hint: 'kit-banderas se ve en /kit-banderas.pdf; vacío: no hay.',
      },
    ],
    inicial: ({ redes, kit_banderas }) => ({
      ...Object.fromEntries(REDES.map((red) => [red, redes.find(({ nombre }) => nombre === red)?.url ?? ''])),
      kit_banderas: kit_banderas ?? '',
    }),
    body: (valores) => ({
      redes: REDES.flatMap((nombre) => {
        const url = textOf(valores[nombre])
        return url ? [{ nombre, url }] : []
      }),
      kit_banderas: textOf(valores.kit_banderas) || null,
    }),
  },
  {
    title: 'Puntos, cupón y ruleta',
    facts: ({ puntos_por_peso, cupon, ruleta }) => [
      `${typed(puntos_por_peso)} puntos por peso`,
      `Cupón: ${typed(cupon.primero)} % el primero, ${typed(cupon.siguientes)} % los siguientes`,
      `Ruleta: del ${ruleta.min} % al ${ruleta.max} %${ruleta.pesos ? `, con pesos ${ruleta.pesos.join(', ')}` : ', todos por igual'}`,
    ],
    campos: [
      { name: 'puntos_por_peso', label: 'Puntos por peso', kind: 'numero' },
      { name: 'primero', label: 'Primer cupón (%)', kind: 'numero' },
      { name: 'siguientes', label: 'Cupones siguientes (%)', kind: 'numero' },
      { name: 'min', label: 'Ruleta: el menor (%)', kind: 'numero' },
      { name: 'max', label: 'Ruleta: el mayor (%)', kind: 'numero' },
      {
        ...{ name: 'ruleta', label: 'Ruleta: cuánto pesa cada valor' },
        hint: 'Un número por valor, del menor al mayor, separados por comas: 5, 3, 1. Vacío: todos por igual.',
      },
    ],
    inicial: ({ puntos_por_peso, cupon, ruleta }) => ({
      puntos_por_peso: typed(puntos_por_peso),
      primero: typed(cupon.primero),
      siguientes: typed(cupon.siguientes),
      min: typed(ruleta.min),
      max: typed(ruleta.max),
      ruleta: ruleta.pesos?.join(', ') ?? '',
    }),
    body: (valores) => {
      const pesos = textOf(valores.ruleta)
      const need = (name: string) => numberOf(valores[name]) ?? Number.NaN
      return {
        puntos_por_peso: need('puntos_por_peso'),
        cupon: { primero: need('primero'), siguientes: need('siguientes') },
        ruleta: {
          min: need('min'),
          max: need('max'),
          pesos: pesos ? pesos.split(/[\s,;]+/).map(Number) : null,
        },
      }
    },
  },
]

/** Who the shop is, and what it gives away. Prices, delivery and retention are on the settings page. */
export function NegocioPage() {
  const { data, error, refetch } = useDueno('GET /api/mostrador/ajustes', undefined)
  const [editing, setEditing] = useState<Parte | null>(null)
  const refresh = useRefresh()
  return (
    <Marco title="Negocio">
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Cargando…" visible />}
      {data &&
        PARTES.map((parte) => (
          <section key={parte.title} className={styles.form} aria-label={parte.title}>
            <div className={styles.head}>
              <h2>{parte.title}</h2>
              <Button size="medium" onClick={() => setEditing(parte)}>
                Editar<span className="visually-hidden"> {parte.title.toLowerCase()}</span>
              </Button>
            </div>
            <div className={styles.facts}>
              {parte.facts(data).map((fact) => (
                <p key={fact}>{fact}</p>
              ))}
            </div>
          </section>
        ))}
      {data && editing && (
        <Editor
          title={editing.title}
          campos={editing.campos}
          inicial={editing.inicial(data)}
          saved="Guardado"
          save={(valores) => ask('PUT /api/mostrador/ajustes', { body: editing.body(valores, data) })}
          onSaved={refresh}
          onClose={() => setEditing(null)}
        >
          {(problems) => <Others problems={problems} shown={editing.campos} />}
        </Editor>
      )}
    </Marco>
  )
}

/** Messages of a whole part ('redes', 'cupon', 'vendedor'), which is no single field. */
function Others({ problems, shown }: { problems: Record<string, string>; shown: Campo[] }) {
  const others = Object.entries(problems).filter(
    ([name]) => name !== 'general' && !shown.some((campo) => campo.name === name),
  )
  return others.map(([name, message]) => (
    <p key={name} className={styles.problem} role="alert">
      {message}
    </p>
  ))
}
