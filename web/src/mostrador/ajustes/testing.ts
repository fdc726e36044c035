import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { DEFAULT_PLANTILLAS } from '@imprimitodo/shared/rules/plantilla'
/** As the owner of a demo shop finds them. */
export const AJUSTES: Ajustes = {
  precios: { byn: { una: 100, dos: 160.5 }, color: { una: 400, dos: 700 } },
  hojas: {},
  color_por_hoja: true,
  anillado: [
    { hasta: 50, precio: 1200 },
    { hasta: 400, precio: 3000 },
  ],
  descuentoCompra: 5,
  radioPermitido: 5.5,
  precioDelivery: 2000,
  puntos_por_peso: 1,
  cupon: { primero: 10, siguientes: 5 },
  ruleta: { min: 2, max: 8 },
  retencion_dias: 7,
  sensibilidad_color: 'normal',
  limites: { paginas_archivo: 5_000, paginas_pedido: 20_000, pedidos_abiertos: 10 },
  puntos_venta: { por_venta: 200_000, por_cliente_dia: 300_000 },
  promesa: { minutos_anillado: 10, minutos_margen: 15 },
  facturar_siempre: false,
  correos: { demora: true, resumen: false },
  facturacion: { puntos_venta: {}, ingresos_brutos: '20123456786', inicio_actividades: '2015-03-01' },
  seguridad: { exigir_segundo_factor: false, devolucion_confirmar: 20_000 },
  descuento_mostrador: false,
  topes: {
    encargado: { devolucion: null, descuento: null, venta: null, reimpresion: null },
    operador: { devolucion: null, descuento: null, venta: null, reimpresion: null },
  },
  whatsapp: DEFAULT_PLANTILLAS,
  redes: [],
  colores: 'limon',
  logo_id: null,
  kit_banderas: null,
  vendedor: {
    ...{ razon_social: 'ImprimiTodo', cuit: '20123456786', condicion_iva: 'MT', domicilio: 'Alberdi' },
    ...{ email: '', telefono: '', data_fiscal_url: null },
  },
}
