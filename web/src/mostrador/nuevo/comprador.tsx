import type { ClienteHallado } from '@imprimitodo/shared/api/clientes-mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { palabrasOf } from '@imprimitodo/shared/rules/cuentas/cliente'
import { useQuery } from '@tanstack/react-query'
import { UserRound, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dataOf } from '../../api/query-client.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field, FieldError, SelectField } from '../../ui/form/field.tsx'
import { onEnter } from '../on-enter.ts'
import { ask } from '../session/ask.ts'
import { clienteIn } from './cliente-escrito.ts'
import styles from './comprador.module.css'

/** As typed; `elegido` is an account found by its name. */
export type DatosDeComprador = { cliente: string; nombre: string; elegido?: ClienteHallado | null }

/** The account found; null: there is none, undefined: it is not known. */
type Cuenta = { nombre: string; puntos: number } | null | undefined

/** The customer of the sale, who may stay unnamed. With an account the sale gives points. Enter charges nothing here. */
export function CompradorCampos({
  datos,
  cuenta,
  isVigente,
  busqueda,
  problema,
  sucursales,
  sucursal,
  onChange,
  onSucursal,
  onNext,
}: {
  datos: DatosDeComprador
  cuenta: Cuenta
  /** `cuenta` is the answer for these `datos`. */
  isVigente: boolean
  busqueda: Busqueda
  problema: string | null
  /** Empty: the person works for one branch. */
  sucursales: readonly string[]
  sucursal: string
  onChange: (datos: DatosDeComprador) => void
  onSucursal: (sucursal: string) => void
  /** Moves the focus on, to what comes after the customer. */
  onNext: () => void
}) {
  const { elegido = null } = datos
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.comprador}>
      {elegido ? (
        <Elegido
          elegido={elegido}
          cuenta={cuenta}
          problema={problema}
          onRemove={() => {
            flushSync(() => onChange({ ...datos, elegido: null }))
            field.current?.focus()
          }}
        />
      ) : (
        <FindCliente
          datos={datos}
          cuenta={cuenta}
          isVigente={isVigente}
          busqueda={busqueda}
          problema={problema}
          field={field}
          onChange={onChange}
          onNext={onNext}
        />
      )}
      <Field
        label="Nombre"
        autoComplete="off"
        maxLength={120}
        placeholder="Para llamarlo, si querés"
        value={datos.nombre}
        onKeyDown={onEnter(onNext)}
        onChange={({ target }) => onChange({ ...datos, nombre: target.value })}
      />
      {sucursales.length > 0 && (
        <SelectField label="Sucursal" value={sucursal} onChange={({ target }) => onSucursal(target.value)}>
          {sucursales.map((nombre) => (
            <option key={nombre}>{nombre}</option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

function Elegido({
  elegido: { nombre, email, celular },
  cuenta,
  problema,
  onRemove,
}: {
  elegido: ClienteHallado
  cuenta: Cuenta
  problema: string | null
  onRemove: () => void
}) {
  return (
    <div>
      <div className={styles.elegido}>
        <UserRound size={28} strokeWidth={2} aria-hidden />
        <p role="status">
          <b>{nombre}</b>
          <span>
            {[celular ?? email, cuenta && count(cuenta.puntos, 'punto')].filter(Boolean).join(' · ')}
          </span>
        </p>
        <IconButton quiet icon={X} label={`Quitar a ${nombre}`} onClick={onRemove} />
      </div>
      {problema && <FieldError>{problema}</FieldError>}
    </div>
  )
}

/**
 * One field: a mobile, an e-mail, a DNI or a QR are looked up directly; a name lists the matching accounts. Enter
 * chooses the only one, once it is known, and moves on.
 */
function FindCliente({
  datos,
  cuenta,
  isVigente,
  busqueda,
  problema,
  field,
  onChange,
  onNext,
}: {
  datos: DatosDeComprador
  cuenta: Cuenta
  isVigente: boolean
  busqueda: Busqueda
  problema: string | null
  field: React.RefObject<HTMLInputElement | null>
  onChange: (datos: DatosDeComprador) => void
  onNext: () => void
}) {
  const { hallados } = busqueda
  const sinCuenta = isVigente && cuenta === null ? sinCuentaText(datos.cliente) : null
  /** The text that waits for its answer since Enter was pressed. */
  const [asked, setAsked] = useState<string | null>(null)
  const isWaiting = asked === datos.cliente && hallados !== null

  const only = hallados?.length === 1 ? hallados[0] : undefined

  function choose(elegido: ClienteHallado): void {
    // By the time the answer comes the clerk may be in a field of another part
    const isElsewhere = asked !== null && document.activeElement !== field.current
    onChange({ ...datos, cliente: '', elegido })
    if (!isElsewhere) onNext()
  }
  function take(): void {
    const isDone = datos.cliente.trim() === '' || clienteIn(datos.cliente) !== null || hallados?.length === 0
    if (only) choose(only)
    else if (isDone) onNext()
    else setAsked(datos.cliente)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!isWaiting) return
    setAsked(null)
    if (only) choose(only)
  }, [isWaiting])
  return (
    <div className={styles.buscar}>
      <Field
        ref={field}
        label="Cliente"
        data-cliente
        placeholder="Nombre, celular, e-mail o DNI"
        autoComplete="off"
        maxLength={254}
        hint={sinCuenta ?? hintOf(datos.cliente, cuenta, busqueda)}
        value={datos.cliente}
        error={problema}
        onKeyDown={onEnter(take)}
        onChange={({ target }) => onChange({ ...datos, cliente: target.value })}
      />
      {hallados && hallados.length > 0 && (
        <ul className={styles.hallados} aria-label="Clientes que coinciden">
          {hallados.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => choose(one)}>
                <b>{one.nombre}</b>
                <span>{[one.email, one.celular].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The points of a sale wait for the account of its e-mail; a mobile has none. Null: a name. */
function sinCuentaText(typed: string): string | null {
  const cliente = clienteIn(typed)
  if (cliente === null) return null
  return 'email' in cliente
    ? 'Ninguna cuenta lo tiene: los puntos son suyos si crea una con ese e-mail.'
    : 'Ninguna cuenta lo tiene: la venta no suma puntos.'
}

function hintOf(
  typed: string,
  cuenta: Cuenta,
  { texto, hallados, isAsking, isFailed }: Busqueda,
): string | null {
  if (cuenta) return `${cuenta.nombre} · ${count(cuenta.puntos, 'punto')}`
  if (isFailed) return 'No se pudo buscar. Seguí escribiendo para probar de nuevo.'
  if (isAsking) return 'Buscando…'
  if (hallados?.length === 0) return 'Ninguna cuenta se llama así. Con el nombre solo, igual podés cobrar.'
  if (hallados) return hallados.length === 1 ? 'Con Enter lo elegís.' : 'Elegí cuál es.'
  const isOdd = typed.trim() !== '' && clienteIn(typed) === null && texto === ''
  return isOdd ? 'Seguí escribiendo: un nombre, un celular, un e-mail o un DNI.' : null
}

const PAUSE_MS = 300

type Busqueda = ReturnType<typeof useHallados>

/** Searched after a pause in the typing. `hallados` null: the text is not searched for by name. */
export function useHallados(typed: string) {
  const palabras = clienteIn(typed) === null ? palabrasOf(typed).join(' ') : ''
  const [texto, setTexto] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTexto(palabras), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [palabras])
  const isNow = texto !== '' && texto === palabras
  const { data, isError, isFetching } = useQuery({
    queryKey: ['clientes-por-nombre', texto],
    queryFn: ({ signal }) => dataOf(ask('POST /api/mostrador/clientes/buscar', { body: { texto }, signal })),
    enabled: isNow,
    staleTime: 60_000,
    retry: false,
  })
  return {
    texto: palabras,
    hallados: isNow ? (data ?? null) : null,
    isAsking: palabras !== '' && (!isNow || isFetching),
    isFailed: isNow && isError,
  }
}
