import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import type { CodigoExplicado } from '@imprimitodo/shared/api/pedidos'
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPercent, formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay, formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { codigoPegadoIn, normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { cuponQuery, pendientesQuery } from '../../api/codigos.ts'
import { type CodigoGuardado, useGuardados } from '../../api/codigos-guardados.ts'
import { useSession } from '../../api/session/session.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './codigos.module.css'
import { useGuardadosOf } from './guardados.ts'
import type { UsoDeCodigos as Usados } from './use-codigos.ts'

const MISTYPED = 'Ese código no está bien escrito: son 12 letras y números, como 9XR2-C4VN-60KE.'

/** A code on offer: its heading, and until when. */
type Disponible = { codigo: string; title: string; vence: string }

/** Codes that take something off: the customer's own to choose from, a field for any other, and those applied. */
export function Codigos({ usados, pedidoId }: { usados: Usados; pedidoId: string }) {
  const { codigos, fases, problem, onLeft } = usados
  // A code that is leaving the list is applied already, but is shown until it has left
  const taken = codigos.filter(({ codigo }) => fases[codigo] !== 'saliendo')
  const disponibles = useDisponibles(taken.map(({ codigo }) => codigo))
  useGuardadosOf(usados, pedidoId)
  const { place, keep } = useKeptFocus()
  const apply = (codigo: string) => {
    keep()
    return usados.apply(codigo, { isListed: disponibles.some((one) => one.codigo === codigo) })
  }
  return (
    <section className={styles.section} aria-labelledby="codigos" ref={place} tabIndex={-1}>
      <h2 id="codigos">Códigos de descuento</h2>
      {disponibles.length > 0 && (
        <ul className={styles.list}>
          {disponibles.map((one) => (
            <Boleto
              key={one.codigo}
              disponible={one}
              fase={fases[one.codigo]}
              apply={() => void apply(one.codigo)}
              onLeft={() => onLeft(one.codigo)}
            />
          ))}
        </ul>
      )}
      <Otro apply={apply} fases={fases} onTyped={usados.onTyped} />
      {problem && <Notice tone="error">{problem}</Notice>}
      {taken.map((uso) => (
        <Aplicado
          key={uso.codigo}
          uso={uso}
          isBusy={fases[uso.codigo] !== undefined}
          remove={() => {
            keep()
            void usados.remove(uso.codigo)
          }}
        />
      ))}
    </section>
  )
}

/**
 * A code that is applied or removed takes its button with it: the keyboard then goes on from the section. Only if
 * that button is gone: while the focus moves on by itself, none is set either.
 */
function useKeptFocus() {
  const place = useRef<HTMLElement>(null)
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (!pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  })
  return {
    place,
    keep: () => {
      pressed.current = document.activeElement
    },
  }
}

/** The codes of the session's account, and those that the wheel gave in this browser; a visitor types any other. */
function useDisponibles(taken: readonly string[]): Disponible[] {
  const enabled = useSession().status === 'in'
  const { data: pendientes = [] } = useQuery({ ...pendientesQuery, enabled })
  const { data: cupon } = useQuery({ ...cuponQuery, enabled })
  const own = enabled ? disponiblesOf(pendientes, cupon, taken, serverNow()) : []
  return [...own, ...ganadosOf(useGuardados(), taken)]
}

function Boleto({
  disponible: { codigo, title, vence },
  fase,
  apply,
  onLeft,
}: {
  disponible: Disponible
  fase: Usados['fases'][string] | undefined
  apply: () => void
  onLeft: () => void
}) {
  return (
    <li
      className={cx(styles.ticket, fase === 'saliendo' && styles.leaving)}
      onTransitionEnd={({ target, currentTarget, propertyName }) =>
        target === currentTarget && propertyName === 'opacity' && onLeft()
      }
    >
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
function Otro({
  apply,
  fases,
  onTyped,
}: {
  apply: (codigo: string) => Promise<boolean>
  fases: Usados['fases']
  onTyped: () => void
}) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const codigo = normaliseCodigo(typed)
  const isBusy = codigo !== null && fases[codigo] !== undefined
  function type(text: string) {
    setProblem(null)
    onTyped()
    setTyped(text.toUpperCase())
  }
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
        onChange={({ target }) => type(target.value)}
        onPaste={(event) => {
          const pasted = codigoPegadoIn(event.clipboardData.getData('text'))
          if (!pasted) return
          event.preventDefault()
          type(pasted)
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
  uso: { codigo, descuento, reglas },
  isBusy,
  remove,
}: {
  uso: CodigoExplicado
  isBusy: boolean
  remove: () => void
}) {
  return (
    <Notice
      tone="done"
      action={
        <TextButton
          aria-describedby={`codigo-${codigo}`}
          aria-disabled={isBusy || undefined}
          onClick={isBusy ? undefined : remove}
        >
          {isBusy ? 'Quitando…' : 'Quitar'}
        </TextButton>
      }
    >
      <p>
        <code id={`codigo-${codigo}`}>{codigo}</code> aplicado
        {descuento > 0 && (
          <>
            : <span className={styles.amount}>−{formatPesos(descuento)}</span>
          </>
        )}
      </p>
      {reglas.map((regla) => (
        <p key={regla}>{regla}</p>
      ))}
    </Notice>
  )
}

/** The customer's codes that can be applied: sheets that points bought, and the coupon while it lives. */
export function disponiblesOf(
  pendientes: readonly CodigoCanje[],
  cupon: CuponAnswer | undefined,
  taken: readonly string[],
  now: number,
): Disponible[] {
  const hojas = pendientes
    // No sheets: the pickup code of a prize
    .filter(({ cantidad }) => cantidad > 0)
    .map(({ codigo, cantidad, vence }) => ({
      codigo,
      title: `${count(cantidad, 'hoja')} gratis`,
      vence: `Vence el ${formatDay(vence)}`,
    }))
  const own = cupon && cuponOf(cupon, now)
  return [...(own ? [own] : []), ...hojas].filter(({ codigo }) => !taken.includes(codigo))
}

/** Codes of the wheel, each with the one e-mail that it works with. */
export const ganadosOf = (guardados: readonly CodigoGuardado[], taken: readonly string[]): Disponible[] =>
  guardados
    .filter(({ codigo }) => !taken.includes(codigo))
    .map(({ codigo, descuento, correo }) => ({
      codigo,
      title: `${formatPercent(descuento)} % de la ruleta`,
      vence: `Vale hoy, con ${correo}`,
    }))

function cuponOf(
  { codigo, descuento, fecha_vencimiento, usado }: CuponAnswer,
  now: number,
): Disponible | null {
  if (!codigo || !fecha_vencimiento || usado || Date.parse(fecha_vencimiento) <= now) return null
  return {
    codigo,
    title: `Cupón del ${formatPercent(descuento ?? 0)} %`,
    vence: `Vence: ${formatMoment(fecha_vencimiento)}`,
  }
}
