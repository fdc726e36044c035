import type { ClienteHallado } from '@imprimitodo/shared/api/clientes-mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { palabrasOf } from '@imprimitodo/shared/rules/cuentas/cliente'
import { useQuery } from '@tanstack/react-query'
import { UserRound, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field, FieldError, SelectField } from '../../ui/form/field.tsx'
import { ask } from '../session/ask.ts'
import { clienteIn } from './cliente-escrito.ts'
import styles from './comprador.module.css'

/** As typed; `elegido` is an account found by its name. */
export type Datos = { cliente: string; nombre: string; elegido?: ClienteHallado | null }

/** The account found. */
type Cuenta = { nombre: string; puntos: number } | null

/** The customer of the sale, who may stay unnamed. With an account the sale gives points. */
export function Comprador({
  datos,
  cuenta,
  problema,
  sucursales,
  sucursal,
  onChange,
  onSucursal,
}: {
  datos: Datos
  cuenta: Cuenta
  problema: string | null
  /** Empty: the person works for one branch. */
  sucursales: readonly string[]
  sucursal: string
  onChange: (datos: Datos) => void
  onSucursal: (sucursal: string) => void
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
            onChange({ ...datos, elegido: null })
            setTimeout(() => field.current?.focus()) // drawn by then
          }}
        />
      ) : (
        <FindCliente datos={datos} cuenta={cuenta} problema={problema} field={field} onChange={onChange} />
      )}
      <Field
        label="Nombre"
        autoComplete="off"
        maxLength={120}
        placeholder="Para llamarlo, si querés"
        value={datos.nombre}
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
 * One field: a mobile, an e-mail, a DNI or a QR are looked up directly; a name lists the matching accounts.
 */
function FindCliente({
  datos,
  cuenta,
  problema,
  field,
  onChange,
}: {
  datos: Datos
  cuenta: Cuenta
  problema: string | null
  field: React.RefObject<HTMLInputElement | null>
  onChange: (datos: Datos) => void
}) {
  const busqueda = useHallados(datos.cliente)
  const { hallados } = busqueda
  const choose = (elegido: ClienteHallado) => onChange({ ...datos, cliente: '', elegido })
  return (
    <div className={styles.buscar}>
      <Field
        ref={field}
        label="Cliente"
        placeholder="Nombre, celular, e-mail o DNI"
        autoComplete="off"
        maxLength={254}
        hint={hintOf(datos.cliente, cuenta, busqueda)}
        value={datos.cliente}
        error={problema}
        onKeyDown={(event) => {
          const [only, other] = hallados ?? []
          if (event.key !== 'Enter' || !only || other) return
          event.preventDefault() // otherwise the form of the sale would be sent
          choose(only)
        }}
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

function hintOf(
  typed: string,
  cuenta: Cuenta,
  { texto, hallados, isAsking, isFailed }: ReturnType<typeof useHallados>,
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

/** Searched after a pause in the typing. `hallados` null: the text is not searched for by name. */
function useHallados(typed: string) {
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
