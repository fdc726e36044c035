import {
  AutorizadoForm,
  type CuentaCorriente,
  CuentaCorrienteCambio,
  CuentaCorrienteForm,
} from '@imprimitodo/shared/api/cuentas-corrientes'
import { CONDICION_TITLES, CONDICIONES_IVA, isCondicionIva } from '@imprimitodo/shared/rules/dinero/factura'
import { useNavigate } from '../../ui/link.tsx'
import { type CampoDeEditor, Editor, type Valores } from '../dueno/editor.tsx'
import { numberIn, numberOf, textOf, typed } from '../dueno/valores.ts'
import { useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import { useCuentasAgain } from './queries.ts'

const CONDICIONES: [string, string][] = [
  ['', 'Sin datos para facturar'],
  ...CONDICIONES_IVA.map((one): [string, string] => [one, CONDICION_TITLES[one]]),
]

type Dato = 'nombre' | 'limite' | 'documento' | 'condicion_iva' | 'direccion' | 'email' | 'sucursal'

/** The fields of the account itself. A person of one branch opens accounts of that branch. */
function useCampos(): { campos: CampoDeEditor<Dato>[]; sucursal: string } {
  const { data = [] } = useSucursales()
  const own = useMostradorSession()?.sucursal ?? null
  const campos: CampoDeEditor<Dato>[] = [
    { name: 'nombre', label: 'Institución' },
    { name: 'limite', label: 'Límite ($)', kind: 'numero', hint: 'Hasta cuánto puede deber.' },
    { name: 'documento', label: 'CUIT o DNI', hint: 'Puede quedar vacío.' },
    {
      name: 'condicion_iva',
      label: 'Condición frente al IVA',
      opciones: CONDICIONES,
      hint: 'Con CUIT, condición y domicilio, sus ventas se facturan a su nombre.',
    },
    { name: 'direccion', label: 'Domicilio' },
    { name: 'email', label: 'E-mail', hint: 'El día 1 le llega el extracto del mes. Vacío: no se manda.' },
  ]
  if (own === null)
    campos.push({
      name: 'sucursal',
      label: 'Dónde puede retirar',
      opciones: [
        ['', 'En todas las sucursales'],
        ...data.map(({ nombre }): [string, string] => [nombre, nombre]),
      ],
    })
  return { campos, sucursal: own ?? '' }
}

const datosOf = (valores: Valores) => {
  const condicion = textOf(valores.condicion_iva)
  return {
    nombre: textOf(valores.nombre),
    documento: textOf(valores.documento),
    condicion_iva: isCondicionIva(condicion) ? condicion : null,
    direccion: textOf(valores.direccion),
    email: textOf(valores.email),
    limite: numberIn(valores.limite),
    sucursal: textOf(valores.sucursal) || null,
  }
}

export function OpenCuenta({ onClose }: { onClose: () => void }) {
  const { campos, sucursal } = useCampos()
  const navigate = useNavigate()
  const again = useCuentasAgain()
  return (
    <Editor
      title="Abrir una cuenta corriente"
      schema={CuentaCorrienteForm}
      campos={[
        ...campos,
        { name: 'autorizado', label: 'Quién puede retirar', hint: 'Después se agregan más personas.' },
        { name: 'dni', label: 'DNI de esa persona', hint: 'Puede quedar vacío.' },
        {
          name: 'saldo_inicial',
          label: 'Lo que ya debe ($)',
          kind: 'numero',
          hint: 'De la libreta de antes. Vacío: nada.',
        },
      ]}
      inicial={{
        nombre: '',
        limite: '',
        documento: '',
        condicion_iva: '',
        direccion: '',
        email: '',
        sucursal,
        autorizado: '',
        dni: '',
        saldo_inicial: '',
      }}
      saved="Cuenta corriente abierta"
      body={(valores) => ({
        ...datosOf(valores),
        autorizado: textOf(valores.autorizado),
        dni: textOf(valores.dni),
        saldo_inicial: numberOf(valores.saldo_inicial) ?? 0,
      })}
      save={(body) => ask('POST /api/mostrador/cuentas-corrientes', { body })}
      onSaved={({ id }) => {
        void again()
        navigate(`/mostrador/cuentas-corrientes/${id}`)
      }}
      onClose={onClose}
    />
  )
}

const cambioOf = (valores: Valores) => ({
  ...datosOf(valores),
  suspendida: valores.suspendida === true,
})

export function ChangeCuenta({ cuenta, onClose }: { cuenta: CuentaCorriente; onClose: () => void }) {
  const { campos } = useCampos()
  const again = useCuentasAgain()
  const params = { id: String(cuenta.id) }
  const inicial = {
    nombre: cuenta.nombre,
    limite: typed(cuenta.limite),
    documento: cuenta.documento ?? '',
    condicion_iva: cuenta.condicion_iva ?? '',
    direccion: cuenta.direccion ?? '',
    email: cuenta.email ?? '',
    sucursal: cuenta.sucursal ?? '',
    suspendida: cuenta.suspendida,
  }
  return (
    <Editor
      title={`Cambiar ${cuenta.nombre}`}
      schema={CuentaCorrienteCambio}
      campos={[
        ...campos,
        {
          name: 'suspendida',
          label: 'Suspendida',
          kind: 'si',
          hint: 'No se le carga nada más. Lo que debe se puede pagar igual.',
        },
      ]}
      inicial={inicial}
      saved="Cuenta corriente guardada"
      body={cambioOf}
      change={(body) => ask('PATCH /api/mostrador/cuentas-corrientes/:id', { params, body })}
      onSaved={again}
      onClose={onClose}
    />
  )
}

export function AddAutorizado({ cuenta, onClose }: { cuenta: CuentaCorriente; onClose: () => void }) {
  const again = useCuentasAgain()
  const params = { id: String(cuenta.id) }
  return (
    <Editor
      title={`Quién puede retirar a cuenta de ${cuenta.nombre}`}
      schema={AutorizadoForm}
      campos={[
        { name: 'nombre', label: 'Nombre' },
        { name: 'dni', label: 'DNI', hint: 'Puede quedar vacío.' },
      ]}
      inicial={{ nombre: '', dni: '' }}
      saved="Ya puede retirar"
      body={({ nombre, dni }) => ({ nombre: textOf(nombre), dni: textOf(dni) })}
      save={(body) => ask('POST /api/mostrador/cuentas-corrientes/:id/autorizados', { params, body })}
      onSaved={again}
      onClose={onClose}
    />
  )
}
