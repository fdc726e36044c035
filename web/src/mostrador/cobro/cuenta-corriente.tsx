import type { CuentaCorrienteFila } from '@imprimitodo/shared/api/cuentas-corrientes'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { cx } from '../../ui/cx.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Unloaded } from '../loading.tsx'
import { cuentasCorrientesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './cobro.module.css'
import type { Pagos } from './use-pagos.ts'

/** The cuenta corriente that a sale is charged to, and the autorizado; shows its debt and remaining limit. */
export function CuentaCorrienteFields({ pagos, disabled }: { pagos: Pagos; disabled: boolean }) {
  const query = useQuery({
    queryKey: [...cuentasCorrientesKey, 'elegir'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/cuentas-corrientes', { signal })),
    staleTime: 0, // colleagues charge at the same time
  })
  const { cargoA, setCargoA, importes } = pagos
  const cuentas = query.data?.cuentas
  const vigente = cuentas ? vigenteOf(cuentas, cargoA) : cargoA
  useEffect(() => {
    if (vigente !== cargoA) setCargoA(vigente)
  })
  const elegida = cuentas?.find(({ id }) => id === cargoA?.id)
  if (!cuentas) return <Unloaded query={query} label="Cargando las cuentas corrientes…" />
  if (cuentas.length === 0)
    return (
      <Notice tone="warning" still>
        Todavía no hay cuentas corrientes: las abren el dueño y los encargados.
      </Notice>
    )
  return (
    <>
      <SelectField
        label="Cuenta corriente"
        disabled={disabled}
        value={String(cargoA?.id ?? '')}
        onChange={({ target }) => setCargoA(cargoOf(cuentas, Number(target.value)))}
      >
        <option value="">Elegí la cuenta</option>
        {cuentas.map(({ id, nombre, suspendida }) => (
          <option key={id} value={id} disabled={suspendida}>
            {nombre}
            {suspendida && ' (suspendida)'}
          </option>
        ))}
      </SelectField>
      {cargoA && elegida && (
        <>
          <SelectField
            label="Quién retira"
            disabled={disabled}
            value={String(cargoA.autorizado_id || '')}
            onChange={({ target }) => setCargoA({ ...cargoA, autorizado_id: Number(target.value) })}
          >
            {!cargoA.autorizado_id && <option value="">Elegí quién retira</option>}
            {elegida.autorizados.map(({ id, nombre, dni }) => (
              <option key={id} value={id}>
                {nombre}
                {dni && ` (DNI ${dni})`}
              </option>
            ))}
          </SelectField>
          <Disponible cuenta={elegida} importe={importes.get('cuenta') ?? 0} />
        </>
      )}
    </>
  )
}

/** If the account has a single autorizado, that one is chosen with it. */
function cargoOf(cuentas: readonly CuentaCorrienteFila[], id: number): Pagos['cargoA'] {
  const found = cuentas.find((one) => one.id === id)
  if (!found) return null
  const [first, ...others] = found.autorizados
  return { id, autorizado_id: first && others.length === 0 ? first.id : 0 }
}

/**
 * The choice, or none if that account or autorizado was removed: a select would otherwise show another one.
 */
function vigenteOf(cuentas: readonly CuentaCorrienteFila[], cargoA: Pagos['cargoA']): Pagos['cargoA'] {
  if (!cargoA) return null
  const people = cuentas.find(({ id }) => id === cargoA.id)?.autorizados
  const isOpen = people !== undefined && !cargoA.autorizado_id
  return isOpen || people?.some(({ id }) => id === cargoA.autorizado_id)
    ? cargoA
    : cargoOf(cuentas, cargoA.id)
}

function Disponible({ cuenta, importe }: { cuenta: CuentaCorrienteFila; importe: number }) {
  const { saldo, disponible, limite } = cuenta
  const isOver = importe > disponible
  return (
    <p className={cx(styles.disponible, isOver && styles.pasado)} role="status">
      {saldo >= 0 ? `Debe ${formatPesos(saldo)}` : `Tiene ${formatPesos(-saldo)} a favor`} de un límite de{' '}
      {formatPesos(limite)}. {whyNothing(cuenta)}
      {disponible > 0 && (
        <>
          {isOver ? 'Esta venta lo pasa: se le pueden cargar hasta' : 'Le quedan'}{' '}
          <b>{formatPesos(disponible)}</b>.
        </>
      )}
    </p>
  )
}

/** Why nothing can be charged to it; null: something can. */
function whyNothing({ suspendida, disponible }: CuentaCorrienteFila): string | null {
  if (suspendida) return 'Está suspendida: no se le puede cargar nada.'
  return disponible === 0 ? 'Llegó a su límite: no se le puede cargar nada más.' : null
}
