// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A header of 54 pins with no hardware behind it. A test is the hand that presses and the eye that
 * looks at the lamps, through /sys/kernel/table_pins; an HX711 hangs on two of the pins and answers
 * bit by bit. Everything above, from /dev/gpiochipN to our drivers, is as on a Raspberry Pi.
 */
#include <linux/gpio/driver.h>
#include <linux/hrtimer.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/kobject.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#define PINS 54
#define NOBODY 2 /* drives the pin: it floats, or follows its own pull */

static struct pin {
	bool is_output, pulled_up, listened_to;
	u8 set, driven;
	unsigned int edges, rises;
} pins[PINS];
static struct gpio_chip header;
static DEFINE_RAW_SPINLOCK(wires);

/* ---- the HX711 ------------------------------------------------------------------------------ */

enum fault { FINE, SILENT, STUCK_LOW, TORN };

static int hx_sck = -1, hx_dout = -1; /* its two pins */
static int hx_value;                  /* what it weighs */
static int hx_fault;                  /* what ails it */
static int hx_tear = 12;              /* TORN: from this bit on nothing but ones */
static int hx_sleep_us = 60;          /* so long a high clock sends it to sleep; 0: never */
static int hx_period_ms = 100;        /* from one conversion to the next */
static int hx_frames, hx_pulses, hx_sleeps;
module_param(hx_sck, int, 0444);
module_param(hx_dout, int, 0444);
module_param(hx_value, int, 0644);
module_param(hx_fault, int, 0644);
module_param(hx_tear, int, 0644);
module_param(hx_sleep_us, int, 0644);
module_param(hx_period_ms, int, 0644);
module_param(hx_frames, int, 0444); /* frames read to their end */
module_param(hx_pulses, int, 0444); /* pulses of the last one */
module_param(hx_sleeps, int, 0644); /* how often it fell asleep */

static struct hrtimer hx_timer;
static u8 hx_data = 1; /* low: an answer waits */
static int hx_bit, hx_latched;
static ktime_t hx_rose;

/* The clock has moved; the wires are locked. */
static void hx_clock(u8 level)
{
	if (!level) {
		s64 high = ktime_us_delta(ktime_get(), hx_rose);

		if (hx_sleep_us && high > hx_sleep_us) {
			hx_sleeps++;
			hx_data = 1;
			hx_bit = 0;
		}
		return;
	}
	hx_rose = ktime_get();
	if (hx_data && !hx_bit)
		return; /* nothing to say yet */
	if (hx_fault == STUCK_LOW)
		hx_data = 0;
	else if (hx_bit >= 24 || (hx_fault == TORN && hx_bit >= hx_tear))
		hx_data = 1;
	else
		hx_data = (hx_latched >> (23 - hx_bit)) & 1;
	hx_bit++;
}

static void tell_edge(unsigned int offset, u8 before, u8 now);

static enum hrtimer_restart hx_converted(struct hrtimer *timer)
{
	unsigned long flags;
	u8 before;

	raw_spin_lock_irqsave(&wires, flags);
	before = hx_data;
	if (hx_bit == 0 || hx_bit >= 24) { /* nobody is in the middle of a frame */
		if (hx_bit) {
			hx_frames++;
			hx_pulses = hx_bit;
		}
		hx_bit = 0;
		hx_latched = hx_value;
		hx_data = hx_fault == SILENT;
	} else if (ktime_ms_delta(ktime_get(), hx_rose) > 50) {
		hx_bit = 0; /* whoever read has walked away */
	}
	raw_spin_unlock_irqrestore(&wires, flags);
	tell_edge(hx_dout, before, hx_data);
	hrtimer_forward_now(timer, ms_to_ktime(max(1, hx_period_ms)));
	return HRTIMER_RESTART;
}

/* ---- the header ----------------------------------------------------------------------------- */

static u8 level_of(unsigned int offset)
{
	struct pin *pin = &pins[offset];

	if (pin->is_output)
		return pin->set;
	if (offset == hx_dout)
		return hx_data;
	return pin->driven == NOBODY ? pin->pulled_up : pin->driven;
}

static void tell_edge(unsigned int offset, u8 before, u8 now)
{
	unsigned int edge = now ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING;

	if (before != now && pins[offset].listened_to && (pins[offset].edges & edge))
		generic_handle_irq_safe(irq_find_mapping(header.irq.domain, offset));
}

static int get_direction(struct gpio_chip *chip, unsigned int offset)
{
	return pins[offset].is_output ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int get(struct gpio_chip *chip, unsigned int offset)
{
	return level_of(offset);
}

static void set(struct gpio_chip *chip, unsigned int offset, int level)
{
	struct pin *pin = &pins[offset];
	unsigned long flags;

	raw_spin_lock_irqsave(&wires, flags);
	if (level && !pin->set)
		pin->rises++;
	if (offset == hx_sck && pin->set != !!level)
		hx_clock(!!level);
	pin->set = !!level;
	raw_spin_unlock_irqrestore(&wires, flags);
}

static int direction_input(struct gpio_chip *chip, unsigned int offset)
{
	pins[offset].is_output = false;
	return 0;
}

static int direction_output(struct gpio_chip *chip, unsigned int offset, int level)
{
	set(chip, offset, level);
	pins[offset].is_output = true;
	return 0;
}

static int set_config(struct gpio_chip *chip, unsigned int offset, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		pins[offset].pulled_up = true;
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
	case PIN_CONFIG_BIAS_DISABLE:
		pins[offset].pulled_up = false;
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void stop_listening(struct irq_data *data)
{
	pins[irqd_to_hwirq(data)].listened_to = false;
	gpiochip_disable_irq(&header, irqd_to_hwirq(data));
}

static void listen(struct irq_data *data)
{
	gpiochip_enable_irq(&header, irqd_to_hwirq(data));
	pins[irqd_to_hwirq(data)].listened_to = true;
}

static int set_edges(struct irq_data *data, unsigned int type)
{
	if (type & ~IRQ_TYPE_EDGE_BOTH)
		return -EINVAL;
	pins[irqd_to_hwirq(data)].edges = type;
	return 0;
}

static const struct irq_chip bells = {
	.name = "table-pins",
	.irq_mask = stop_listening,
	.irq_unmask = listen,
	.irq_set_type = set_edges,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

/* ---- the hand and the eye of a test ---------------------------------------------------------- */

/* "17 low", "17 high" or "17 float" */
static ssize_t drive_store(struct kobject *kobj, struct kobj_attribute *attr, const char *text,
			   size_t count)
{
	unsigned int offset;
	char word[8];
	u8 before;

	if (sscanf(text, "%u %7s", &offset, word) != 2 || offset >= PINS)
		return -EINVAL;
	before = level_of(offset);
	if (!strcmp(word, "low"))
		pins[offset].driven = 0;
	else if (!strcmp(word, "high"))
		pins[offset].driven = 1;
	else if (!strcmp(word, "float"))
		pins[offset].driven = NOBODY;
	else
		return -EINVAL;
	tell_edge(offset, before, level_of(offset));
	return count;
}

static ssize_t levels_show(struct kobject *kobj, struct kobj_attribute *attr, char *page)
{
	unsigned int offset;

	for (offset = 0; offset < PINS; offset++)
		page[offset] = '0' + level_of(offset);
	page[PINS] = '\n';
	return PINS + 1;
}

static ssize_t outputs_show(struct kobject *kobj, struct kobj_attribute *attr, char *page)
{
	unsigned int offset;

	for (offset = 0; offset < PINS; offset++)
		page[offset] = pins[offset].is_output ? 'o' : 'i';
	page[PINS] = '\n';
	return PINS + 1;
}

static ssize_t rises_show(struct kobject *kobj, struct kobj_attribute *attr, char *page)
{
	unsigned int offset;
	ssize_t length = 0;

	for (offset = 0; offset < PINS; offset++)
		length += sysfs_emit_at(page, length, "%u ", pins[offset].rises);
	return length + sysfs_emit_at(page, length, "\n");
}

static struct kobj_attribute drive = __ATTR_WO(drive);
static struct kobj_attribute levels = __ATTR_RO(levels);
static struct kobj_attribute outputs = __ATTR_RO(outputs);
static struct kobj_attribute rises = __ATTR_RO(rises);
static struct attribute *attributes[] = { &drive.attr, &levels.attr, &outputs.attr, &rises.attr,
					  NULL };
static const struct attribute_group group = { .attrs = attributes };
static struct kobject *folder;

static char *label = "pinctrl-bcm2711";
module_param(label, charp, 0444);

static int __init put_up(void)
{
	unsigned int offset;
	int wrong;

	for (offset = 0; offset < PINS; offset++)
		pins[offset].driven = NOBODY;
	header.label = label;
	header.owner = THIS_MODULE;
	header.base = -1;
	header.ngpio = PINS;
	header.get_direction = get_direction;
	header.direction_input = direction_input;
	header.direction_output = direction_output;
	header.get = get;
	header.set = set;
	header.set_config = set_config;
	gpio_irq_chip_set_chip(&header.irq, &bells);
	header.irq.handler = handle_simple_irq;
	header.irq.default_type = IRQ_TYPE_NONE;
	wrong = gpiochip_add_data(&header, NULL);
	if (wrong)
		return wrong;
	folder = kobject_create_and_add("table_pins", kernel_kobj);
	if (!folder || sysfs_create_group(folder, &group)) {
		kobject_put(folder);
		gpiochip_remove(&header);
		return -ENOMEM;
	}
	hrtimer_init(&hx_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	hx_timer.function = hx_converted;
	if (hx_sck >= 0 && hx_dout >= 0)
		hrtimer_start(&hx_timer, ms_to_ktime(hx_period_ms), HRTIMER_MODE_REL);
	return 0;
}

static void __exit take_down(void)
{
	hrtimer_cancel(&hx_timer);
	kobject_put(folder);
	gpiochip_remove(&header);
}

module_init(put_up);
module_exit(take_down);
MODULE_DESCRIPTION("Fifty-four pins and an HX711 for testing");
MODULE_LICENSE("Dual MIT/GPL");
