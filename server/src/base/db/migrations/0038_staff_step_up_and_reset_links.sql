CREATE TABLE "enlaces_mostrador" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operador_id" integer NOT NULL,
	"vence" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sesiones_mostrador" ADD COLUMN "confirmada" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "enlaces_mostrador" ADD CONSTRAINT "enlaces_mostrador_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enlaces_mostrador_operador" ON "enlaces_mostrador" USING btree ("operador_id");