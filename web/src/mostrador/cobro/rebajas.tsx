import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { Percent, Ticket, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { codigoIn } from '../escanear/leido.ts'
import { parseImporte } from '../importe.ts'
import { onEnter } from '../on-enter.ts'
import styles from './cobro.module.css'
import { unusedProps } from './unused.ts'

export type Descuento = NonNullable<VentaPedida['descuento']>
type Rebaja = VentaAnswer['descuentos'][number]

/**
 * The lines that are shown: those of the price and, without an amount, what has no price or was refused with the whole
 * sale. Without a line it could not be removed.
 */
function linesOf(
  descuentos: readonly Rebaja[],
  codigos: readonly string[],
  descuento: Descuento | null,
): (Omit<Rebaja, 'importe'> & { importe: number | null })[] {
  const priced = new Set(descuentos.map(({ codigo }) => codigo))
  return [
    ...descuentos,
    ...codigos
      .filter((codigo) => !priced.has(codigo))
      .map((codigo) => ({ codigo, motivo: null, importe: null })),
    ...(descuento && !priced.has(null) ? [{ codigo: null, motivo: descuento.motivo, importe: null }] : []),
  ]
}

const COMO = [
  { value: 'importe', label: '$' },
  { value: 'porcentaje', label: '%' },
] as const

/** Codes and the discount by hand: lines that can be removed again, and the buttons that add one. */
export function Rebajas({
  descuentos,
  codigos,
  descuento,
  problemas,
  disabled,
  onCodigos,
  onDescuento,
}: {
  /** The discounts as the server priced them. */
  descuentos: readonly Rebaja[]
  codigos: readonly string[]
  descuento: Descuento | null
  problemas: { codigos?: string; descuento?: string }
  disabled: boolean
  onCodigos: (codigos: readonly string[]) => void
  onDescuento: (descuento: Descuento | null) => void
}) {
  const [abierto, setAbierto] = useState<'codigo' | 'descuento' | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  /** The focused field or button goes with it. */
  function end(): void {
    setAbierto(null)
    more.current?.focus()
  }
  return (
    <div className={styles.rebajas}>
      <ul aria-label="Descuentos">
        {linesOf(descuentos, codigos, descuento).map((one) => (
          <li key={one.codigo ?? 'mano'}>
            <span>{one.codigo ?? `A mano: «${one.motivo}»`}</span>
            {one.importe !== null && <b>−{formatPesos(one.importe)}</b>}
            {(one.codigo === null || codigos.includes(one.codigo)) && (
              <IconButton
                quiet
                icon={X}
                label={one.codigo ? `Quitar el código ${one.codigo}` : 'Quitar el descuento a mano'}
                disabled={disabled}
                onClick={() => {
                  if (one.codigo === null) onDescuento(null)
                  else onCodigos(codigos.filter((codigo) => codigo !== one.codigo))
                  more.current?.focus()
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.botones}>
        <Button
          ref={more}
          size="medium"
          icon={Ticket}
          disabled={disabled}
          onClick={() => setAbierto('codigo')}
        >
          Código
        </Button>
        {!descuento && (
          <Button size="medium" icon={Percent} disabled={disabled} onClick={() => setAbierto('descuento')}>
            Descuento
          </Button>
        )}
      </div>
      {abierto === 'codigo' && (
        <AddCodigo
          onDone={(codigo) => {
            onCodigos([...codigos.filter((one) => one !== codigo), codigo])
            end()
          }}
        />
      )}
      {abierto === 'descuento' && !descuento && (
        <AddDescuento
          onDone={(made) => {
            onDescuento(made)
            end()
          }}
        />
      )}
      {problemas.codigos && <FieldError>{problemas.codigos}</FieldError>}
      {problemas.descuento && <FieldError>{problemas.descuento}</FieldError>}
    </div>
  )
}

/** A hand scanner types like a keyboard and ends with Enter. */
function AddCodigo({ onDone }: { onDone: (codigo: string) => void }) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const codigo = codigoIn(text)
    if (codigo) onDone(codigo)
    else setWrong(true)
  }
  return (
    <div className={styles.poner}>
      <Field
        label="Código, escaneado o escrito"
        {...unusedProps(text)}
        autoComplete="off"
        autoFocus
        maxLength={100}
        value={text}
        onKeyDown={onEnter(apply)}
        error={isWrong ? 'Son 12 letras y números, como K7M2-XQ9D-4RTB.' : null}
        onChange={({ target }) => {
          setWrong(false)
          setText(target.value)
        }}
      />
      <Button size="medium" onClick={apply}>
        Aplicar
      </Button>
    </div>
  )
}

function AddDescuento({ onDone }: { onDone: (descuento: Descuento) => void }) {
  const [como, setComo] = useState<'importe' | 'porcentaje'>('importe')
  const [cuanto, setCuanto] = useState('')
  const [motivo, setMotivo] = useState('')
  const [tried, setTried] = useState(false)
  const valor = parseImporte(cuanto)
  const apply = () => {
    setTried(true)
    if (valor !== null && motivo.trim()) onDone({ [como]: valor, motivo: motivo.trim() })
  }
  return (
    <div className={styles.poner}>
      <Segmented label="En pesos o en porcentaje" options={COMO} value={como} onChange={setComo} />
      <Field
        label={como === 'importe' ? 'Cuánto se descuenta, en pesos' : 'Cuánto se descuenta, en porcentaje'}
        {...unusedProps(cuanto, motivo)}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        maxLength={20}
        value={cuanto}
        onKeyDown={onEnter(apply)}
        error={tried && valor === null ? 'Escribí cuánto, como 500 o 10.' : null}
        onChange={({ target }) => setCuanto(target.value)}
      />
      <Field
        label="Por qué"
        autoComplete="off"
        maxLength={200}
        value={motivo}
        onKeyDown={onEnter(apply)}
        error={tried && !motivo.trim() ? 'Escribí por qué se descuenta.' : null}
        onChange={({ target }) => setMotivo(target.value)}
      />
      <Button size="medium" onClick={apply}>
        Descontar
      </Button>
    </div>
  )
}
