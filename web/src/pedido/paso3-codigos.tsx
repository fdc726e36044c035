import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '../api/clock.ts'
import { cuponQuery, pendientesQuery } from '../api/codigos.ts'
import { useSession } from '../api/session.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './paso3-codigos.module.css'
import { type Disponible, disponiblesOf, MISTYPED, worthText } from './paso3-codigos-modelo.ts'
import type { Codigos as Usados } from './paso3-usar-codigos.ts'

/** Codes that take something off: the customer's own to choose from, a field for any other, and those applied. */
export function Codigos({
  pedido,
  codigos: kept,
  usados,
}: {
  pedido: PedidoAnswer | undefined
  codigos: readonly string[]
  usados: Usados
}) {
  const { fases, problem, apply } = usados
  // One that is leaving the list is applied already, and seen until it left
  const taken = kept.filter((codigo) => fases[codigo] !== 'saliendo')
  const disponibles = useDisponibles(taken)
  return (
    <section className={styles.section} aria-labelledby="codigos">
      <h2 id="codigos">Códigos de descuento</h2>
      {disponibles.length > 0 && (
        <ul className={styles.list}>
          {disponibles.map((one) => (
            <Boleto
              key={one.codigo}
              disponible={one}
              fase={fases[one.codigo]}
              apply={() => void apply(one.codigo)}
            />
          ))}
        </ul>
      )}
      <Otro apply={apply} fases={fases} />
      {problem && <Notice tone="error">{problem}</Notice>}
      {taken.map((codigo) => (
        <Aplicado key={codigo} codigo={codigo} pedido={pedido} usados={usados} />
      ))}
    </section>
  )
}

/** Those of the account whose session this is; a visitor types theirs. */
function useDisponibles(taken: readonly string[]): Disponible[] {
  const enabled = useSession().status === 'in'
  const { data: pendientes = [] } = useQuery({ ...pendientesQuery, enabled })
  const { data: cupon } = useQuery({ ...cuponQuery, enabled })
  return enabled ? disponiblesOf(pendientes, cupon, taken, serverNow()) : []
}

function Boleto({
  disponible: { codigo, title, vence },
  fase,
  apply,
}: {
  disponible: Disponible
  fase: Usados['fases'][string] | undefined
  apply: () => void
}) {
  return (
    <li className={cx(styles.ticket, fase === 'saliendo' && styles.leaving)}>
      <div className={styles.what}>
        <h3 id={`codigo-${codigo}`}>{title}</h3>
        <code>{codigo}</code>
        <p>{vence}</p>
      </div>
      <div className={styles.action}>
        <Button
          size="medium"
          aria-disabled={fase !== undefined || undefined}
          aria-describedby={`codigo-${codigo}`}
          onClick={fase ? undefined : apply}
        >
          {fase === 'saliendo' ? 'Aplicado' : fase ? 'Aplicando…' : 'Aplicar'}
        </Button>
      </div>
    </li>
  )
}

/** A coupon's or a spin's code, or one bought with another account's points. */
function Otro({ apply, fases }: { apply: Usados['apply']; fases: Usados['fases'] }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const codigo = normaliseCodigo(typed)
  const isBusy = codigo !== null && fases[codigo] !== undefined
  async function send() {
    if (isBusy) return
    setProblem(codigo ? null : MISTYPED)
    if (codigo && (await apply(codigo))) setTyped('')
  }
  return (
    <form
      className={styles.other}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label="Tengo un código"
        hint="De un cupón, de la ruleta o de tus puntos."
        placeholder="XXXX-XXXX-XXXX"
        className={styles.input}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setProblem(null)
          setTyped(target.value.toUpperCase())
        }}
      />
      <Button type="submit" aria-disabled={isBusy || undefined} className={styles.send}>
        {isBusy ? 'Aplicando…' : 'Aplicar código'}
      </Button>
    </form>
  )
}

/** Applied: what it covers and what the rules say, with the way back. */
function Aplicado({
  codigo,
  pedido,
  usados: { aplicados, fases, remove },
}: {
  codigo: string
  pedido: PedidoAnswer | undefined
  usados: Usados
}) {
  const told = pedido?.codigos.find((one) => one.codigo === codigo)
  const known = aplicados[codigo]
  const descuento = told?.descuento ?? known?.descuento
  const isBusy = fases[codigo] !== undefined
  return (
    <Notice
      tone="done"
      action={
        <TextButton
          aria-describedby={`codigo-${codigo}`}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void remove(codigo)}
        >
          {isBusy ? 'Quitando…' : 'Quitar'}
        </TextButton>
      }
    >
      <p>
        <code id={`codigo-${codigo}`}>{codigo}</code> aplicado
        {descuento !== undefined && (
          <>
            : <span className={styles.amount}>−{formatPesos(descuento)}</span>
          </>
        )}
      </p>
      {told && !known && <p>{worthText(told)}</p>}
      {known?.reglas.map((regla) => (
        <p key={regla}>{regla}</p>
      ))}
    </Notice>
  )
}
