# For a Raspberry Pi Pico with MicroPython: reads an HX711 and writes one count a line over USB.
#
# Copy it to the Pico as main.py. HX711: VCC and VDD to 3V3, GND to GND, SCK to GP15, DT to GP14.
# In companion.toml: { part = "scale", kind = "serial", device = "/dev/ttyACM0" }

from machine import Pin, disable_irq, enable_irq

SCK, DT = 15, 14
GAIN_PULSES = 1  # 1: channel A, gain 128; 2: channel B, gain 32; 3: channel A, gain 64

clock = Pin(SCK, Pin.OUT, value=0)
data = Pin(DT, Pin.IN, Pin.PULL_UP)


def shifted():
    """Twenty-four bits, with nothing to interrupt a pulse: the chip sleeps after 60 us."""
    bits = 0
    held = disable_irq()
    for _ in range(24):
        clock.value(1)
        clock.value(0)
        bits = bits << 1 | data.value()
    for _ in range(GAIN_PULSES):
        clock.value(1)
        clock.value(0)
    enable_irq(held)
    return bits - 0x1000000 if bits & 0x800000 else bits


def run():
    """Write every conversion; wait for the data wire to rise before the next one."""
    while True:
        while not data.value():
            shifted()  # waiting since nobody knows when: thrown away
        while data.value():
            pass
        count = shifted()
        if data.value():
            print(count)  # noqa: T201


if __name__ == "__main__":
    run()
