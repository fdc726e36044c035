import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import { BILLETES, MEDIO_CAJA_TITLES } from '@imprimitodo/shared/rules/dinero/caja'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { sinCentavos } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import { MEDIO_ICONS } from '../medio-icons.ts'
import styles from './cobro.module.css'
import { CuentaCorrienteFields } from './cuenta-corriente.tsx'
import { MEDIOS_COBRO, type Pagos } from './use-pagos.ts'

const CUANTO = [
  { value: 'todo', label: 'Cobrar todo' },
  { value: 'sena', label: 'Dejar seña' },
] as const

/**
 * How it is paid: by one means or split over several, in full or in part. What Enter charges from is read-only
 * meanwhile: disabled, it would lose the focus.
 */
export function PanelPagos({
  pagos,
  disabled,
  problema,
}: {
  pagos: Pagos
  disabled: boolean
  problema?: string
}) {
  const { elegidos, sena, importes, total } = pagos
  const isSplit = elegidos.length > 1
  return (
    <div className={styles.pagos}>
      <Segmented
        label="Cuánto paga ahora"
        options={CUANTO}
        value={sena ? 'sena' : 'todo'}
        onChange={(value) => disabled || pagos.setSena(value === 'sena')}
      />
      <fieldset className={styles.medios}>
        <legend className="visually-hidden">Cómo paga</legend>
        {MEDIOS_COBRO.map((medio) => {
          const isOn = elegidos.includes(medio)
          const Icon = isOn ? Check : MEDIO_ICONS[medio]
          return (
            <label key={medio}>
              <input type="checkbox" checked={isOn} onChange={() => disabled || pagos.toggle(medio)} />
              <Icon size={18} strokeWidth={2.4} aria-hidden />
              {MEDIO_CAJA_TITLES[medio]}
            </label>
          )
        })}
      </fieldset>
      {elegidos
        .filter((medio) => isSplit || sena || medio === 'posnet')
        .map((medio) => (
          <div key={medio} className={styles.monto}>
            {(isSplit || sena) && (
              <ImporteField
                label={sena && !isSplit ? 'Seña' : `Con ${MEDIO_CAJA_TITLES[medio].toLowerCase()}`}
                readOnly={disabled}
                placeholder={typedNumero(importes.get(medio) || 0)}
                value={pagos.montos[medio] ?? ''}
                onChange={({ target }) => pagos.setMonto(medio, target.value)}
              />
            )}
            {sena && !isSplit && (
              <Button
                size="medium"
                disabled={disabled}
                onClick={() => pagos.setMonto(medio, typedNumero(Math.ceil(total / 2)))}
              >
                Mitad
              </Button>
            )}
            {medio === 'posnet' && (
              <Field
                label="Número del cupón"
                autoComplete="off"
                maxLength={60}
                readOnly={disabled}
                value={pagos.referencia}
                onChange={({ target }) => pagos.setReferencia(target.value)}
              />
            )}
          </div>
        ))}
      {elegidos.includes('cuenta') && <CuentaCorrienteFields pagos={pagos} disabled={disabled} />}
      {elegidos.includes('efectivo') && <PagaCon pagos={pagos} disabled={disabled} />}
      {(problema ?? (sena || isSplit ? pagos.problema : null)) && (
        <FieldError>{problema ?? pagos.problema}</FieldError>
      )}
    </div>
  )
}

/**
 * The change, and what remains to be paid: beside the button that charges, so that the clerk sees it before.
 */
export function VueltoYResta({ pagos: { cobro, vuelto, resta } }: { pagos: Pagos }) {
  return (
    <dl className={styles.cuenta} aria-live="polite">
      {cobro && vuelto > 0 && <MontoRow title="Vuelto" pesos={vuelto} />}
      {cobro && resta > 0 && <MontoRow title="Resta al retirar" pesos={resta} isResta />}
    </dl>
  )
}

function MontoRow({ title, pesos, isResta = false }: { title: string; pesos: number; isResta?: boolean }) {
  return (
    <div className={cx(styles.vuelto, isResta && styles.resta)}>
      <dt>{title}</dt>
      <dd>{formatPesos(pesos)}</dd>
    </div>
  )
}

/** The notes that a customer probably gives: the two smallest sums of equal notes above the amount. */
function billetesPara(pesos: number): number[] {
  const likely = BILLETES.filter((valor) => valor >= 1000).map((valor) => Math.ceil(pesos / valor) * valor)
  return [...new Set(likely)]
    .filter((valor) => valor > pesos)
    .toSorted((a, b) => a - b)
    .slice(0, 2)
}

function PagaCon({ pagos, disabled }: { pagos: Pagos; disabled: boolean }) {
  const pesos = pagos.importes.get('efectivo') ?? 0
  const notes = Number.isFinite(pesos) && pesos > 0 ? billetesPara(pesos) : []
  // No problem is shown while the amount is being typed: the '2' of 2.000 does not suffice yet
  const [isTyped, setTyped] = useState(true)
  return (
    <div className={styles.pagaCon}>
      <ImporteField
        label="Paga con"
        data-paga-con
        readOnly={disabled}
        placeholder="Justo"
        value={pagos.recibido}
        error={isTyped ? pagos.problemaRecibido : null}
        onChange={({ target }) => {
          setTyped(false)
          pagos.setRecibido(target.value)
        }}
        onKeyDown={({ key }) => key === 'Enter' && setTyped(true)}
        onBlur={() => setTyped(true)}
      />
      <div className={styles.billetes}>
        <Button size="medium" disabled={disabled} onClick={() => pagos.setRecibido('')}>
          Justo
        </Button>
        {notes.map((note) => (
          <Button
            key={note}
            size="medium"
            disabled={disabled}
            onClick={() => pagos.setRecibido(typedNumero(note))}
          >
            {sinCentavos(note)}
          </Button>
        ))}
      </div>
    </div>
  )
}
