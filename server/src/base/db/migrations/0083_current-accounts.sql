CREATE TABLE "autorizados" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "autorizados_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"cuenta_id" integer NOT NULL,
	"nombre" text NOT NULL,
	"dni" text,
	"agregado" timestamp with time zone NOT NULL,
	"quitado" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cuentas_corrientes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cuentas_corrientes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sucursal_id" integer,
	"nombre" text NOT NULL,
	"documento" text,
	"condicion_iva" text,
	"direccion" text,
	"email" text,
	"limite" bigint NOT NULL,
	"saldo" bigint DEFAULT 0 NOT NULL,
	"suspendida" timestamp with time zone,
	"abierta" timestamp with time zone NOT NULL,
	CONSTRAINT "cuentas_corrientes_limite" CHECK ("cuentas_corrientes"."limite" >= 0)
);
--> statement-breakpoint
CREATE TABLE "movimientos_cuenta_corriente" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movimientos_cuenta_corriente_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cuenta_id" integer NOT NULL,
	"tipo" text NOT NULL,
	"importe" bigint NOT NULL,
	"saldo" bigint NOT NULL,
	"pedido_id" text,
	"retira" text,
	"medio" text,
	"referencia" text,
	"motivo" text,
	"sucursal_id" integer,
	"operador_id" integer,
	"quien" text NOT NULL,
	"clave" text NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	CONSTRAINT "movimientos_cuenta_corriente_clave_unique" UNIQUE("clave"),
	CONSTRAINT "movimientos_cuenta_corriente_signo" CHECK ("movimientos_cuenta_corriente"."importe" <> 0 and ("movimientos_cuenta_corriente"."importe" > 0) = ("movimientos_cuenta_corriente"."tipo" in ('inicial', 'cargo')))
);
--> statement-breakpoint
ALTER TABLE "autorizados" ADD CONSTRAINT "autorizados_cuenta_id_cuentas_corrientes_id_fk" FOREIGN KEY ("cuenta_id") REFERENCES "public"."cuentas_corrientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cuentas_corrientes" ADD CONSTRAINT "cuentas_corrientes_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_cuenta_corriente" ADD CONSTRAINT "movimientos_cuenta_corriente_cuenta_id_cuentas_corrientes_id_fk" FOREIGN KEY ("cuenta_id") REFERENCES "public"."cuentas_corrientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_cuenta_corriente" ADD CONSTRAINT "movimientos_cuenta_corriente_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_cuenta_corriente" ADD CONSTRAINT "movimientos_cuenta_corriente_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_cuenta_corriente" ADD CONSTRAINT "movimientos_cuenta_corriente_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "autorizados_cuenta" ON "autorizados" USING btree ("cuenta_id","id");--> statement-breakpoint
CREATE INDEX "cuentas_corrientes_nombre" ON "cuentas_corrientes" USING btree ("nombre");--> statement-breakpoint
CREATE INDEX "movimientos_cuenta_corriente_cuenta" ON "movimientos_cuenta_corriente" USING btree ("cuenta_id","id");--> statement-breakpoint
CREATE INDEX "movimientos_cuenta_corriente_pedido" ON "movimientos_cuenta_corriente" USING btree ("pedido_id");--> statement-breakpoint
CREATE INDEX "movimientos_cuenta_corriente_pagos" ON "movimientos_cuenta_corriente" USING btree ("cuando") WHERE "movimientos_cuenta_corriente"."tipo" = 'pago';