/** The type of `test`: Vitest's own, except that a fixture keeps its declared type if it is set again. */
import type { TestAPI, TestContext } from 'vitest'
import type { SimulatorOptions } from '../../index.ts'
import type { Simulator } from '../../simulator/simulator.ts'

/** The fixtures and options of `test`. */
export interface SimulatorFixtures {
  /**
   * The options of `createSimulator`. Default: the scenario `demo`. Set them for a file or a suite:
   * `test.extend({ simulatorOptions: { scenario: 'outage' } })`, `test.override({ simulatorOptions: { … } })`.
   */
  simulatorOptions: SimulatorOptions
  /**
   * A simulator for this test alone, forked from the scenario, which is loaded once for all tests with the same options. If the
   * test fails, its latest exchanges, clock moves and jobs are printed, with the path of its trace.
   */
  sim: Simulator
  /** The folder for traces of failed tests, below the working directory. An empty text writes none. Default: `reqsim-traces`. */
  traceFolder: string
}

type Declared = keyof SimulatorFixtures

/** A fixture by its value, or by a function that passes the value to `use`. */
type Fixture<Value, Context> =
  | Value
  | ((context: Context, use: (value: Value) => Promise<void>) => Promise<void>)

interface FixtureOptions {
  readonly auto?: boolean
  readonly injected?: boolean
  readonly scope?: 'test' | 'file' | 'worker'
}

/** The object that `extend` takes: a declared fixture has its declared type, another one that of its value. */
type Fixtures<T, Context> = {
  [K in keyof T]: K extends Declared
    ? Fixture<SimulatorFixtures[K], TestContext & Omit<T & Context, K>>
    :
        | Fixture<T[K], TestContext & SimulatorFixtures & Omit<Context, K> & Omit<T, K | Declared>>
        | [
            Fixture<T[K], TestContext & SimulatorFixtures & Omit<Context, K> & Omit<T, K | Declared>>,
            FixtureOptions?,
          ]
}

interface BuilderHelpers {
  onCleanup(cleanup: () => unknown): void
}

/** A fixture by a function that returns its value. */
type Build<Value, Context> = (context: Context, helpers: BuilderHelpers) => Value | Promise<Value>

interface Extend<More> {
  <T extends object = object>(
    fixtures: Fixtures<T, More>,
  ): SimulatorTest<Omit<More, keyof T> & Omit<T, Declared>>
  (
    name: 'simulatorOptions',
    value: SimulatorOptions | Build<SimulatorOptions, TestContext>,
  ): SimulatorTest<More>
  <K extends string, V>(
    name: K extends Declared ? never : K,
    build: Build<V, TestContext & SimulatorFixtures & More>,
  ): SimulatorTest<Omit<More, K> & Record<K, V>>
  <K extends string, V>(
    name: K extends Declared ? never : K,
    options: FixtureOptions,
    build: Build<V, TestContext & SimulatorFixtures & More>,
  ): SimulatorTest<Omit<More, K> & Record<K, V>>
  <K extends string, V>(
    name: K extends Declared ? never : K,
    value: V extends (...args: never) => unknown ? never : V,
  ): SimulatorTest<Omit<More, K> & Record<K, V>>
}

type Api<More> = TestAPI<SimulatorFixtures & More>
type TestBody<More> = (context: TestContext & SimulatorFixtures & More) => unknown

/**
 * Vitest's `test` with the fixtures `sim` and `simulatorOptions`, and `More`. Vitest's own type of `extend` gives a fixture
 * the type of its new value, such as `{ scenario: string }`, and `override` then accepts no other option.
 */
export interface SimulatorTest<More = object> extends Omit<Api<More>, 'extend'> {
  // Omit drops the signatures of calls.
  (name: string | Function, body?: TestBody<More>, timeout?: number): void
  (name: string | Function, options?: Parameters<Api<More>>[1], body?: TestBody<More>): void
  readonly extend: Extend<More>
}
