"""Another program, which has what the table wants: other.py PIN CAMERA keeps both until it ends."""

import fcntl
import os
import struct
import sys
import time

sys.path.append("/usr/lib/pharaohs-table/fallback")

import lgpio

REQBUFS = 0xC0145608  # VIDIOC_REQBUFS: who has buffers has the camera
CAPTURE, MMAP = 1, 1

pin, camera = sys.argv[1:3]
os.chdir("/tmp")  # lgpio leaves a pipe there
lgpio.gpio_claim_output(lgpio.gpiochip_open(0), int(pin))
fcntl.ioctl(os.open(camera, os.O_RDWR), REQBUFS, struct.pack("=5I", 2, CAPTURE, MMAP, 0, 0))
print("has them", flush=True)
while True:
    time.sleep(60)
